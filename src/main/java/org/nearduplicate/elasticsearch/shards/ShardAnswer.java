package org.nearduplicate.elasticsearch.shards;

import org.elasticsearch.index.shard.ShardId;

/**
 * What became of a question to one shard.
 *
 * @param shardId the shard
 * @param answer its answer, or null if none of its copies gave one
 * @param failure why not, or null if one did
 */
public record ShardAnswer<R>(ShardId shardId, R answer, Exception failure) {}
