package org.nearduplicate.elasticsearch.collapse;

import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchShardTarget;

/**
 * How a hit is called in one search and the next.
 *
 * @param cluster the alias of its cluster, or null for this one
 * @param shard its shard
 * @param id its {@code _id}, or null if the search does not ask for it
 */
record HitName(String cluster, ShardId shard, String id) {

    static HitName of(SearchHit hit) {
        SearchShardTarget target = hit.getShard();
        return new HitName(target.getClusterAlias(), target.getShardId(), hit.getId());
    }
}
