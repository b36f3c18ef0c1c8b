/**
 * What one shard reads of its documents, and how that is laid out on its way to a job. Uses the sketches and what Lucene
 * stores of them.
 *
 * <pre>
 * IndexReader, Query
 *   → {@link org.nearduplicate.groups.shard.Participants}    the documents that take part
 *   → {@link org.nearduplicate.groups.shard.SegmentMerge}    band terms of all segments in order
 *   → {@link org.nearduplicate.groups.shard.ShardReader}     walks: {@link org.nearduplicate.groups.shard.BandBlock}; signatures; shingle sets: {@link org.nearduplicate.groups.shard.SetBlock}
 *   → {@link org.nearduplicate.groups.shard.Shard}           the same as a job asks for it, from another node
 * </pre>
 *
 * <p>In flow: an index reader, a query, and questions with numbers of documents in the reader. Out flow: blocks of bytes, counts
 * and names. What the numbers are called, {@code groups} tells.
 */
package org.nearduplicate.groups.shard;
