package org.nearduplicate.elasticsearch.lookup;

import org.elasticsearch.index.shard.ShardId;

/**
 * A near duplicate.
 *
 * @param index the index that has it
 * @param shard its shard
 * @param id its {@code _id}
 * @param similarity its similarity, as the score of a query
 */
public record FoundDocument(SearchedIndex index, ShardId shard, String id, float similarity) {}
