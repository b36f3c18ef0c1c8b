/**
 * The request for all groups of near duplicates of some indices.
 *
 * <pre>
 * JSON → GroupsParameters → TransportGroupsAction
 *   → GroupsRun: shards opened, a {@link org.nearduplicate.groups.GroupsJob}
 *       → RemoteWorker → WorkCalls → WorkActions of another node: the same job, of one work unit
 *   → GroupsResponse, with the ListedFields of its documents
 *   → Destination: RunIndex, by a BulkWriter; then the alias leads there
 * GroupsStatus of a ProgressTask: progress and cancellation
 * </pre>
 *
 * <p>A run has a thread of its own, which waits for shards. In flow: a REST request. Out flow: a REST
 * answer, and documents of the index that the request names.
 */
package org.nearduplicate.elasticsearch.groups;
