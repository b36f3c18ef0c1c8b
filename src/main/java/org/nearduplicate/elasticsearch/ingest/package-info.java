/**
 * The ingest processor {@code near_duplicate}: near duplicates are found when a document is indexed.
 *
 * <pre>
 * document → {@link org.nearduplicate.elasticsearch.ingest.NearDuplicateProcessor} → a PendingDocument for the queue of its bulk request
 *          → LookupQueue: many in one of the Lookups of the node
 *          → Arrival: decided in their order, compared also with the AdmittedDocuments of the request
 *          → OnMatch: tagged, dropped, rerouted or failed
 * answer of a bulk request → BulkFilter, BulkAnswer: documents that were dropped for one that was not written are errors
 * </pre>
 *
 * <p>In flow documents of pipelines; out flow the decisions on them.
 */
package org.nearduplicate.elasticsearch.ingest;
