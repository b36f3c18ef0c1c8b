/**
 * Where texts agree: in flow the texts of a query or of a request, and those of documents; out flow marked
 * fragments of hits ({@link org.nearduplicate.elasticsearch.passages.PassageHighlighter}), and the passages of two
 * texts ({@code GET|POST /{index}/_near_duplicate/compare}).
 *
 * <pre>
 * JSON → {@link org.nearduplicate.elasticsearch.passages.CompareOptions}
 *   → {@link org.nearduplicate.elasticsearch.passages.TransportCompareAction}   finds the texts of both sides, by
 *     searches with the user's rights, and compares them, by the analyzer and the scheme of the field
 *   → {@link org.nearduplicate.elasticsearch.passages.CompareResponse} → JSON
 * </pre>
 */
package org.nearduplicate.elasticsearch.passages;
