/**
 * What one shard reads of its documents, and how that is laid out on its way to a job. Uses the sketches and what Lucene
 * stores of them.
 *
 * <pre>
 * IndexReader, Query
 *   → {@link org.nearduplicate.groups.shard.Participants}    the documents that take part, those without peers left out by a {@link org.nearduplicate.groups.shard.PeerSource}
 *   → {@link org.nearduplicate.groups.shard.SegmentMerge}    band terms of all segments in order
 *   → {@link org.nearduplicate.groups.shard.ShardReader}     scans: {@link org.nearduplicate.groups.shard.BandBlock}; signatures; shingle sets: {@link org.nearduplicate.groups.shard.SetBlock}
 *   → {@link org.nearduplicate.groups.shard.Shard}           the same for a job on another node
 * </pre>
 *
 * <p>In flow: an index reader, a query, and calls with numbers of documents in the reader. Out flow: blocks of bytes, counts
 * and names. The package {@code groups} explains the names of numbers.
 */
package org.nearduplicate.groups.shard;
