package org.nearduplicate.elasticsearch.lookup;

/**
 * A near duplicate.
 *
 * @param index the index that has it
 * @param id its {@code _id}
 * @param similarity its similarity, as the score of a query
 */
public record FoundDocument(SearchedIndex index, String id, float similarity) {}
