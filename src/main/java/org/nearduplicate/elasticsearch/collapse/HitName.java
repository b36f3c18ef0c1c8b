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

    /** Returns the hit as an inner hit is shown, with a similarity as its score. */
    SearchHit withScore(float score) {
        SearchHit hit = SearchHit.unpooled(-1, id);
        hit.shard(new SearchShardTarget(null, shard, cluster));
        hit.score(score);
        return hit;
    }
}
