/**
 * The ingest processor {@code near_duplicate}: near duplicates are found when a document is indexed.
 *
 * <pre>
 * document → {@link org.nearduplicate.elasticsearch.ingest.NearDuplicateProcessor} → a PendingDocument for the queue of its bulk request
 *          → many in one lookup → decided in their order, compared also with those that the request admitted before
 *          → tagged, dropped, rerouted or failed
 * answer of a bulk request, by a filter → documents that were dropped for one that was not written are errors
 * </pre>
 *
 * <p>In flow documents of pipelines; out flow the decisions on them.
 */
package org.nearduplicate.elasticsearch.ingest;
