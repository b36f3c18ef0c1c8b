/**
 * All near duplicates of an index: from band terms to groups and their keepers. Uses the sketches and
 * what Lucene stores of them, and knows nothing of Elasticsearch: a job reads its shards through
 * {@link org.nearduplicate.groups.shard.Shard}, asynchronously, and does the rest in one thread.
 *
 * <pre>
 * groups.request: GroupsOptions, GroupsCounts               the options of a job, and what it counts
 * groups.shard: BandBlock, signatures, SetBlock             on the node of a shard
 *
 * Shard … Shard                                             on the node of the job
 *   → GroupsJob   all at once, or in ranges of terms, then in parts: the steps of {@link org.nearduplicate.groups.part}
 *   → Parts       whole components that fit into the memory
 *   → SharedWork  shares ranges, and parts, out among {@link org.nearduplicate.groups.GroupsJob.Worker}s
 * </pre>
 *
 * <p>In flow: shards, {@link org.nearduplicate.groups.request.GroupsOptions}. Out flow: {@link
 * org.nearduplicate.groups.part.Groups}. Only documents that share a bucket with another are kept;
 * their memory is charged to {@link org.nearduplicate.job.JobMonitor}.
 *
 * <h2>Numbers</h2>
 *
 * <p>Almost everything is a number here, so that millions fit into arrays. The name of a number says
 * of which kind it is; no two kinds share a name.
 *
 * <table>
 * <caption>The kinds of numbers</caption>
 * <tr><th>name</th><th>type</th><th>range and order</th><th>given by</th><th>used for</th></tr>
 * <tr><td>shard</td><td>int</td><td>from 0, as the shards were given</td><td>{@code GroupsJob}</td>
 *     <td>where to read</td></tr>
 * <tr><td>doc</td><td>int</td><td>from 0, below the reader's maxDoc</td><td>Lucene</td>
 *     <td>a document within its shard: messages, {@code Participants}</td></tr>
 * <tr><td>segmentDoc</td><td>int</td><td>from 0, below the segment's maxDoc</td><td>Lucene</td>
 *     <td>a document within its segment: postings, doc values</td></tr>
 * <tr><td>key</td><td>long</td><td>band·2⁴² + rows</td><td>{@code BandTermFormat}</td>
 *     <td>a band term: scan and merge</td></tr>
 * <tr><td>address</td><td>int</td><td>from 0, without a sign: the docs of one shard after those of another</td>
 *     <td>{@code DocumentAddresses}</td>
 *     <td>a document within the job: where to read it</td></tr>
 * <tr><td>document</td><td>int</td><td>from 0, in the order of addresses; only those that share a bucket</td>
 *     <td>{@code BandMerge}</td>
 *     <td>members of the first buckets, names</td></tr>
 * <tr><td>signature</td><td>int</td><td>from 0, in the order of their first documents</td>
 *     <td>{@code DistinctSignatures}</td><td>what is compared; members of the limited buckets</td></tr>
 * <tr><td>documentRank</td><td>int</td><td>from 0, the documents in the order of keepers</td>
 *     <td>{@code RankedDocuments} by {@code KeeperOrder}</td><td>which document is kept, the order of answers</td></tr>
 * <tr><td>rank</td><td>int</td><td>from 0, the signatures as their first documents rank</td>
 *     <td>{@code RankedDocuments}</td><td>which signature is the keeper of a group</td></tr>
 * <tr><td>turn</td><td>int</td><td>from 0, the signatures by connected buckets, then rank</td>
 *     <td>{@code CandidatePairs}</td><td>the order of visits; members of buckets while it visits</td></tr>
 * <tr><td>keeper</td><td>int</td><td>a signature</td><td>{@code Grouping}</td><td>names a group</td></tr>
 * <tr><td>edge</td><td>int</td><td>from 0, by signature; each verified pair is two</td>
 *     <td>{@code VerifiedPairs}</td><td>neighbours and similarities</td></tr>
 * <tr><td>bucket</td><td>int</td><td>from 0, in the order of keys</td><td>{@code BucketTable}</td>
 *     <td>terms with the same band and first rows, of two documents or more</td></tr>
 * <tr><td>member</td><td>int</td><td>a document, signature or turn, as the table is one of these</td>
 *     <td>{@code BucketTable}</td><td>what is in a bucket</td></tr>
 * <tr><td>group</td><td>int</td><td>from 0, the largest first</td><td>{@code Groups}</td>
 *     <td>answers</td></tr>
 * </table>
 *
 * <p>A <em>place</em> is an index of an array that the sentence names, and is used in one class only.
 */
package org.nearduplicate.groups;
