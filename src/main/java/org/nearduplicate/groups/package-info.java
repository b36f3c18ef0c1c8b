/**
 * All near duplicates of an index: from band terms to groups and their keepers. Uses the sketches and
 * what Lucene stores of them, and knows nothing of Elasticsearch: a job reads its shards through
 * {@link org.nearduplicate.groups.Shard}, asynchronously, and does the rest in one thread.
 *
 * <pre>
 * IndexReader, Query                                      on the node of a shard
 *   → ShardReader: BandBlock, content records, shingle sets
 *
 * Shard … Shard                                           on the node of the job
 *   → BandMerge       terms of all shards in order → buckets of two documents or more
 *   → Contents        equal documents folded to one content
 *   → BucketLimit     buckets of contents; a large one becomes overlapping blocks of similar contents
 *   → CandidatePairs  each pair of contents once
 *   → PairVerifier    by signatures, or by shingle sets fetched batch by batch
 *   → PairGraph       the verified pairs
 *   → Grouping        stars or components
 *   → Groups          keepers, members, similarities, counts
 * </pre>
 *
 * <p>In flow: shards, {@link org.nearduplicate.groups.GroupsOptions}. Out flow: {@link
 * org.nearduplicate.groups.Groups}. Only documents that share a band term with another are remembered;
 * what that costs is counted by {@link org.nearduplicate.groups.GroupsProgress}.
 */
package org.nearduplicate.groups;
