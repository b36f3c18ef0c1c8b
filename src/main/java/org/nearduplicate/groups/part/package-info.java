/**
 * What is done with the documents of one part, or one range of terms, in one thread and without looking at others: from
 * band terms to groups and their keepers.
 *
 * <pre>
 * Shard … Shard
 *   → BandMerge           terms of all shards in order → buckets of two documents or more, a range at a time
 *   → Part                its documents and their buckets:
 *   → DistinctSignatures  equal documents that are peers of the same become one signature
 *   → BucketSplitter      buckets of signatures, one for each value of peers; a large one becomes blocks of similar signatures, in several orders
 *   → RankedDocuments     names, and ranks by KeeperOrder
 *   → CandidatePairs      each pair of signatures once
 *   → PairVerifier        by signatures, or by shingle sets fetched batch by batch
 *   → VerifiedPairs       the verified pairs, as a graph
 *   → Grouping            stars or components
 *   → Groups              keepers, members, similarities
 *   → TopResults          what is listed of all parts
 * </pre>
 *
 * <p>If the buckets take more memory than a job may have, each range goes through the first steps only:
 *
 * <pre>
 * Buckets of a range
 *   → Part                DistinctSignatures, BucketSplitter, CandidatePairs, PairVerifier by signatures
 *   → Links               which documents are connected, by all ranges
 *   → PartBuckets         the buckets of some parts, part after part, each of which goes through all steps above
 * </pre>
 *
 * <p>In flow: shards and options. Out flow: {@link org.nearduplicate.groups.part.Groups}, {@link
 * org.nearduplicate.groups.part.Links}. The package {@code groups} explains the names of numbers.
 */
package org.nearduplicate.groups.part;
