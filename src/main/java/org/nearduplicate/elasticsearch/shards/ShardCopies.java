package org.nearduplicate.elasticsearch.shards;

import java.util.List;
import org.elasticsearch.cluster.routing.ShardRouting;

/**
 * The copies of one shard.
 *
 * @param target the shard
 * @param copies where it is, in the order in which they are to be asked; none if it is nowhere
 */
record ShardCopies(ShardTarget target, List<ShardRouting> copies) {

    /** Copies the list. */
    ShardCopies {
        copies = List.copyOf(copies);
    }
}
