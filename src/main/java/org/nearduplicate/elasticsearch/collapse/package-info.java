/**
 * Search results without near duplicates.
 *
 * <pre>
 * JSON → {@link org.nearduplicate.elasticsearch.collapse.CollapseRetriever}, rewritten on the node that coordinates the search:
 *   ranked hits of its child, with what {@link org.nearduplicate.elasticsearch.collapse.WindowPhase} reads of them on their shards
 *   → {@code collapse}, by {@link org.nearduplicate.elasticsearch.collapse.CollapseRun} → the documents that stay, which the search then finds
 *   → {@link org.nearduplicate.elasticsearch.collapse.CollapseFilter}, which adds to them their near duplicates
 * </pre>
 *
 * <p>In flow a retriever and its options; out flow ranked documents, and inner hits of those that are answered.
 */
package org.nearduplicate.elasticsearch.collapse;
