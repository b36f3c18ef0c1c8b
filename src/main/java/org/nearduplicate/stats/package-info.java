/**
 * What a {@code minhash} field takes, and its largest buckets. Reads shards as {@code groups.shard} does.
 *
 * <pre>
 * Participants of a shard                                 on the node of a shard
 *   → BucketCensus    all terms, counted, by {@link org.nearduplicate.groups.shard.SegmentMerge}
 *   → LargestBuckets  the largest buckets, one for each first document, and which of these share documents
 *   → {@link org.nearduplicate.stats.FieldFigures}
 *   → BucketSample    some documents of a bucket, to see what they share: a BucketExample
 *
 * LargeBuckets of all shards of an index                  on the node of the request
 *   → {@link org.nearduplicate.stats.IndexBuckets}    added up by their keys
 * </pre>
 *
 * <p>In flow: participants, a field and its scheme; then large buckets, and what is shown of their documents. Out flow:
 * figures of a shard, and the largest buckets of an index.
 */
package org.nearduplicate.stats;
