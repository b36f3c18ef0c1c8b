package org.nearduplicate.stats;

/**
 * What the participating documents of a shard have in the terms of a field.
 *
 * @param terms the distinct terms
 * @param postings the pairs of a term and a document that has it
 * @param bytes about the bytes of these terms and their documents in the inverted index
 */
public record TermFigures(long terms, long postings, long bytes) {}
