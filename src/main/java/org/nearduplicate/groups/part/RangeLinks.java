package org.nearduplicate.groups.part;

import java.util.Map;
import org.nearduplicate.groups.request.GroupsCounts;

/**
 * What the terms of a range of keys tell of a job.
 *
 * @param documents the addresses of the documents that hang together with another, ascending
 * @param first for each of them the place of the first document that it hangs together with
 * @param othersInBuckets the addresses of the other documents that share a bucket, ascending
 * @param inLimited the addresses of those in limited buckets, ascending
 * @param blocks how limited buckets are cut, by their keys, as {@link Links} have it
 * @param counts what was counted
 */
public record RangeLinks(
        int[] documents, int[] first, int[] othersInBuckets, int[] inLimited,
        Map<Long, byte[]> blocks, GroupsCounts counts) {

    /** Returns about the bytes it takes. */
    public long bytes() {
        return Integer.BYTES * (2L * documents.length + othersInBuckets.length + inLimited.length)
                + blocks.values().stream().mapToLong(cuts -> Links.CUTS_BYTES + (long) cuts.length)
                        .sum();
    }
}
