package org.nearduplicate.elasticsearch.lookup;

import org.elasticsearch.index.shard.ShardId;

/**
 * The name of a document. By different routings, documents of different shards of an index may have the same {@code _id}.
 *
 * @param shard the shard that has it, or will have it
 * @param id its {@code _id}
 */
public record Name(ShardId shard, String id) {

    /** Returns the name of its index. */
    public String index() {
        return shard.getIndexName();
    }
}
