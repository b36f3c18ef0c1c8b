/**
 * {@code GET /_near_duplicate/stats}, of some indices or of all: what their {@code minhash} fields hold and take.
 *
 * <pre>
 * query string, JSON → StatsParameters → TransportStatsAction
 *   → StatsReader: {@link org.nearduplicate.stats.FieldFigures}     on the node of each shard
 *       → BucketPassages: what documents of the largest buckets share
 *   → StatsResponse
 * </pre>
 *
 * <p>In flow: a REST request. Out flow: a REST answer. One copy of each shard is read once, for what its caller may
 * see of it.
 */
package org.nearduplicate.elasticsearch.stats;
