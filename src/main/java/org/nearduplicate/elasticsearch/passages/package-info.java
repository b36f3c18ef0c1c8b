/**
 * Where texts agree: in flow the texts of a query or of a request, and those of documents; out flow marked
 * fragments of hits ({@link org.nearduplicate.elasticsearch.passages.PassageHighlighter}).
 */
package org.nearduplicate.elasticsearch.passages;
