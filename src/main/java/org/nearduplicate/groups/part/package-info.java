/**
 * What is done with the documents of one part, or one range of terms, in one thread and without looking at others: from
 * band terms to groups and their keepers.
 *
 * <pre>
 * Shard … Shard
 *   → BandStream      the terms of a shard, answer by answer
 *   → BandMerge       terms of all shards in order → buckets of two documents or more, a range at a time
 *   → Part            its documents and their buckets:
 *   → Contents        equal documents folded to one content
 *   → BucketSplitter     buckets of contents; a large one becomes blocks of similar contents, in several orders
 *   → RankedDocuments names, and ranks by KeeperOrder
 *   → CandidatePairs  each pair of contents once
 *   → PairVerifier    by signatures, or by shingle sets fetched batch by batch
 *   → PairGraph       the verified pairs
 *   → Grouping        stars or components
 *   → Groups          keepers, members, similarities
 *   → Listing         what is listed of all parts
 * </pre>
 *
 * <p>If the buckets take more memory than a job may have, each range goes through the first steps only:
 *
 * <pre>
 * Buckets of a range
 *   → Contents, BucketSplitter, CandidatePairs, PairVerifier by signatures
 *   → LinkedPairs     which contents of the range may be similar
 *   → Links           which documents hang together, by all ranges
 *   → PartBuckets     the buckets of some parts, part after part, each of which goes through all steps above
 * </pre>
 *
 * <p>In flow: shards and options. Out flow: {@link org.nearduplicate.groups.part.Groups}, {@link
 * org.nearduplicate.groups.part.Links}. What numbers are called, {@code groups} tells.
 */
package org.nearduplicate.groups.part;
