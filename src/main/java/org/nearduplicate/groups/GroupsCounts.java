package org.nearduplicate.groups;

import java.util.List;
import org.nearduplicate.groups.shard.Shard;

/**
 * What a job saw, did and left out.
 *
 * @param documents the documents that took part
 * @param withoutSignature how many of them have no signature, and so no near duplicates
 * @param ofOneShingle how many of them have a single shingle, and so hardly any near duplicates but the same text
 * @param bandTerms the distinct band terms of these documents
 * @param buckets the buckets of two documents or more: of terms with the same first rows
 * @param largestBucket the documents of the largest bucket
 * @param documentsInBuckets the documents that share a bucket with another
 * @param contents the distinct contents among those
 * @param limitedBuckets the buckets of too many distinct contents to compare all pairs
 * @param documentsInLimitedBuckets the documents that are in one of them, or in several
 * @param pairsLeftOut the pairs of contents that were not compared because of one limited bucket, summed
 *     over these buckets; a pair may have been compared because of another bucket
 * @param comparisons the pairs of distinct contents that were compared; of several parts, those compared to find
 *     them too
 * @param candidatePairs the pairs of documents that were decided by comparisons, or by being equal
 * @param verifiedPairs how many of them are similar enough
 * @param groups the groups of at least the minimal size
 * @param documentsInGroups the documents in them
 * @param parts in how many parts the documents were grouped, 1 if the memory was enough for all
 * @param largestPart the documents of the largest part
 */
public record GroupsCounts(
        long documents,
        long withoutSignature,
        long ofOneShingle,
        long bandTerms,
        long buckets,
        int largestBucket,
        long documentsInBuckets,
        long contents,
        long limitedBuckets,
        long documentsInLimitedBuckets,
        long pairsLeftOut,
        long comparisons,
        long candidatePairs,
        long verifiedPairs,
        long groups,
        long documentsInGroups,
        long parts,
        long largestPart) {

    /** Adds up what shards, ranges and parts told, the parts being all of the job. */
    static GroupsCounts of(List<? extends Shard> shards, Links links, PartCounts parts) {
        long inBuckets = Math.max(parts.documents(), links.documentsInBuckets());
        RangeLinks.Counts ranges = links.counts();
        return new GroupsCounts(
                shards.stream().mapToLong(shard -> shard.documents().documents()).sum(),
                shards.stream().mapToLong(shard -> shard.documents().withoutSignature()).sum(),
                shards.stream().mapToLong(shard -> shard.documents().ofOneShingle()).sum(),
                ranges.bandTerms(),
                ranges.buckets(),
                ranges.largestBucket(),
                inBuckets,
                // Who hangs together with no other has a content of its own.
                parts.contents() + inBuckets - parts.documents(),
                ranges.limitedBuckets(),
                links.documentsInLimited(),
                ranges.pairsLeftOut(),
                ranges.comparisons() + parts.comparisons(),
                parts.candidatePairs(),
                parts.verifiedPairs(),
                parts.groups(),
                parts.documentsInGroups(),
                parts.parts(),
                parts.largest());
    }

    /** Returns the documents that could go, all but the keeper of each group. */
    public long redundantDocuments() {
        return documentsInGroups - groups;
    }
}
