package org.nearduplicate.elasticsearch.collapse;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchShardTarget;
import org.nearduplicate.elasticsearch.request.StoredDocument;

/**
 * A hit of a window as users know it.
 *
 * @param name how it is called
 * @param routing its {@code _routing}, or null
 */
record WindowHit(HitName name, String routing) {

    static WindowHit of(SearchHit hit) {
        return new WindowHit(HitName.of(hit), StoredDocument.of(hit).routing());
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
}
