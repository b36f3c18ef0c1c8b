package org.nearduplicate.sketch;

import java.util.Random;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/** Gives a test its random numbers: another seed in every run, and a failure tells which. */
public final class Seeded implements TestRule {

    private static final String PROPERTY = "tests.seed";
    private static final int HEXADECIMAL = 16;

    private Random random;

    public Random random() {
        return random;
    }

    @Override
    public Statement apply(Statement test, Description description) {
        return new Statement() {
            @Override
            public void evaluate() throws Throwable {
                long seed = seed();
                random = new Random(seed);
                try {
                    test.evaluate();
                } catch (Throwable failure) {
                    failure.addSuppressed(new SeedUsed(description, seed));
                    throw failure;
                }
            }
        };
    }

    /** What follows a colon is for Elasticsearch's own tests, which read the same property. */
    private static long seed() {
        String given = System.getProperty(PROPERTY);
        return given == null
                ? new Object().hashCode() * System.nanoTime()
                : Long.parseUnsignedLong(given.split(":")[0], HEXADECIMAL);
    }

    /** Says how to run a test again with the numbers with which it failed. */
    private static final class SeedUsed extends AssertionError {

        private static final long serialVersionUID = 1;

        SeedUsed(Description test, long seed) {
            super("Reproduce with: mvn test -Dtest=" + test.getTestClass().getSimpleName() + "#"
                    + test.getMethodName() + " -D" + PROPERTY + "=" + Long.toHexString(seed));
        }
    }
}
