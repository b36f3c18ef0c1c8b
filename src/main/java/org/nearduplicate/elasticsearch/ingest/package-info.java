/**
 * The ingest processor {@code near_duplicate}: near duplicates noticed when a document comes in.
 *
 * <pre>
 * document → {@link org.nearduplicate.elasticsearch.ingest.NearDuplicateProcessor} → a Question for the Gates
 *          → many in one lookup → decided in the order in which they came, beside what is too recent to be found
 *          → tagged, dropped, rerouted or failed
 * answer of a bulk request, by a filter → what was written → a refresh that shows it → forgotten
 * </pre>
 *
 * <p>In flow documents of pipelines; out flow what becomes of them.
 */
package org.nearduplicate.elasticsearch.ingest;
