package org.nearduplicate.elasticsearch.lookup;

import org.elasticsearch.index.shard.ShardId;

/**
 * What tells a document from all others: with other routings, several of an index may have one {@code _id}.
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
