/**
 * {@code GET|POST /{index}/_near_duplicate/tune}: which parameters suit the texts of a user's own indices.
 *
 * <pre>
 * JSON → TuneParameters → TransportTuneAction
 *       checks the limits of TuneSettings, then, on a thread of its own,
 *       → Sampler: the texts of random documents and of their neighbours, by searches
 *       → {@link org.nearduplicate.tuning.TuningJob}
 *   → TuneResponse → JSON, or a page
 * ProgressTask: progress and cancellation
 * </pre>
 *
 * <p>A run has a thread of its own, which waits for searches. In flow: a REST request, and what the caller
 * may read. Out flow: a REST answer. No similarity is computed here.
 */
package org.nearduplicate.elasticsearch.tuning;
