package org.nearduplicate.groups;

import java.util.Map;

/**
 * What the terms of a range of keys tell of a job.
 *
 * @param documents the addresses of the documents that hang together with another, ascending
 * @param first for each of them the place of the first document that it hangs together with
 * @param othersInBuckets the addresses of the other documents that share a bucket, ascending
 * @param inLimited the addresses of those in limited buckets, ascending
 * @param blocks how limited buckets are cut, by their keys, as {@link BucketBlocks} has it
 * @param counts what was counted
 */
public record RangeLinks(
        int[] documents, int[] first, int[] othersInBuckets, int[] inLimited,
        Map<Long, byte[]> blocks,
        Counts counts) {

    /** Returns about the bytes it takes. */
    public long bytes() {
        return Integer.BYTES * (2L * documents.length + othersInBuckets.length + inLimited.length)
                + BucketBlocks.bytes(blocks);
    }

    /**
     * What is counted of a range.
     *
     * @param bandTerms the distinct terms
     * @param buckets the buckets of two documents or more
     * @param largestBucket the documents of the largest
     * @param comparisons the pairs of contents that were compared
     * @param limitedBuckets the buckets beyond the limit
     * @param pairsLeftOut about the pairs of contents that these leave out, summed
     */
    public record Counts(
            long bandTerms, long buckets, int largestBucket, long comparisons,
            long limitedBuckets, long pairsLeftOut) {

        static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

        /** Returns the counts of this range and another. */
        Counts plus(Counts other) {
            return new Counts(
                    bandTerms + other.bandTerms, buckets + other.buckets,
                    Math.max(largestBucket, other.largestBucket), comparisons + other.comparisons,
                    limitedBuckets + other.limitedBuckets, pairsLeftOut + other.pairsLeftOut);
        }
    }
}
