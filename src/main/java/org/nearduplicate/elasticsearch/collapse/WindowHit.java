package org.nearduplicate.elasticsearch.collapse;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchShardTarget;
import org.nearduplicate.elasticsearch.request.StoredDocument;

/**
 * A hit of a window as users know it.
 *
 * @param name how it is called
 * @param routing its {@code _routing}, or null
 */
record WindowHit(Name name, String routing) {

    static WindowHit of(SearchHit hit) {
        return new WindowHit(Name.of(hit), StoredDocument.of(hit).routing());
    }

    /** Returns the hit as an inner hit is shown, with a similarity as its score. */
    SearchHit withScore(float score) {
        SearchHit hit = SearchHit.unpooled(-1, name.id());
        hit.shard(new SearchShardTarget(null, name.shard(), name.cluster()));
        hit.score(score);
        if (routing != null) {
            hit.addDocumentFields(
                    Map.of(),
                    Map.of(
                            RoutingFieldMapper.NAME,
                            new DocumentField(RoutingFieldMapper.NAME, List.of(routing))));
        }
        return hit;
    }

    /**
     * How a hit is called in one search and the next.
     *
     * @param cluster the alias of its cluster, or null for this one
     * @param shard its shard
     * @param id its {@code _id}, or null if the search does not ask for it
     */
    record Name(String cluster, ShardId shard, String id) {

        static Name of(SearchHit hit) {
            SearchShardTarget target = hit.getShard();
            return new Name(target.getClusterAlias(), target.getShardId(), hit.getId());
        }
    }
}
