package org.nearduplicate.sketch;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.sets.SampledShingles;

/** Terms, signature and shingle set of random documents are those of the slow second recipe. */
public class ReferenceOutputTest {

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void randomDocumentsAndSchemes() {
        Random random = seeded.random();
        for (int i = 0; i < 2_000; i++) {
            Scheme scheme = randomScheme(random, 16 + random.nextInt(120));
            assertOutput(scheme, randomDocument(random, 30));
        }
    }

    @Test
    public void manyComponentsAndLongDocuments() {
        Random random = seeded.random();
        for (int i = 0; i < 12; i++) {
            assertOutput(randomScheme(random, 1024), randomDocument(random, 600));
        }
    }

    @Test
    public void oneShingle() {
        Random random = seeded.random();
        for (SketchAlgorithm algorithm : SketchAlgorithm.values()) {
            for (int hashCount = 16; hashCount <= 1024; hashCount += random.nextInt(100)) {
                assertOutput(scheme().sketch(algorithm, hashCount).build(),
                        List.of(List.of("token" + random.nextInt())));
            }
        }
    }

    private void assertOutput(Scheme scheme, List<List<String>> document) {
        assertEquals(scheme.toString(), ReferenceOutput.of(scheme, document).toString(),
                Output.of(scheme, document).toString());
        int oneIn = 2 + seeded.random().nextInt(63);
        assertEquals(
                oneIn + " of " + scheme, ReferenceOutput.sampled(scheme, oneIn, document),
                Output.sampled(new SampledShingles(oneIn), Shingling.hashes(scheme, document)));
    }

    static Scheme randomScheme(Random random, int hashCount) {
        int rows = 2 + random.nextInt(5);
        return scheme().shingles(pick(random, ShingleUnit.values()), 1 + random.nextInt(6))
                .hash(pick(random, HashFunction.values()), random.nextInt(3))
                .sketch(pick(random, SketchAlgorithm.values()), hashCount)
                .bits(1 << random.nextInt(4))
                .banding(1 + random.nextInt(Math.min(512, hashCount / rows)), rows)
                .build();
    }

    /** Returns some values, of which the first has a token. */
    static List<List<String>> randomDocument(Random random, int maxTokens) {
        List<List<String>> values = new ArrayList<>();
        values.add(List.of("x" + random.nextInt()));
        for (int more = random.nextInt(3); more > 0; more--) {
            values.add(Shingling.randomTokens(random, random.nextInt(maxTokens)));
        }
        return values;
    }

    private static <T> T pick(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }
}
