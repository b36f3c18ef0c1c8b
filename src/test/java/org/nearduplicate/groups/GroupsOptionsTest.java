package org.nearduplicate.groups;

import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.lucene.Verify;

/** Options out of their bounds are refused by name. */
public class GroupsOptionsTest extends LuceneTestCase {

    public void testBounds() {
        options(Double.MIN_VALUE, 2, 2);
        options(1, 1_000_000, 100_000);
        assertRefused("min_similarity", 0, 2, 2);
        assertRefused("min_similarity", Math.nextUp(1.0), 2, 2);
        assertRefused("min_similarity", Double.NaN, 2, 2);
        assertRefused("min_group_size", 1, 1, 2);
        assertRefused("min_group_size", 1, 1_000_001, 2);
        assertRefused("max_bucket_texts", 1, 2, 1);
        assertRefused("max_bucket_texts", 1, 2, 100_001);
    }

    private static void assertRefused(
            String name, double minSimilarity, int minGroupSize, int maxBucketTexts) {
        IllegalArgumentException e = expectThrows(
                IllegalArgumentException.class,
                () -> options(minSimilarity, minGroupSize, maxBucketTexts));
        assertTrue(e.getMessage(), e.getMessage().contains("[" + name + "]"));
    }

    private static GroupsOptions options(
            double minSimilarity, int minGroupSize, int maxBucketTexts) {
        return new GroupsOptions(
                minSimilarity, Verify.SIGNATURE, Method.STAR, Keep.LONGEST, minGroupSize,
                maxBucketTexts, true);
    }
}
