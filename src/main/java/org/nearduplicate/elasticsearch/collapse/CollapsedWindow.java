package org.nearduplicate.elasticsearch.collapse;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.TotalHits;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchShardTarget;
import org.elasticsearch.search.rank.RankDoc;
import org.nearduplicate.collapse.WindowCollapse.KeptHit;
import org.nearduplicate.elasticsearch.collapse.CollapseRun.RankedWindow;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.elasticsearch.version.InnerHits;

/** A collapsed window, without what was only needed to compare its hits. Its hits must not be changed. */
final class CollapsedWindow {

    /** The name of near duplicates among the inner hits of the kept hit. */
    private static final String INNER_HITS = "near_duplicates";

    private final RankDoc[] documents;
    private final RankDoc[] kept;
    private final Map<Name, Star> stars = new HashMap<>();

    /** How many hits one stands for, and the first of them, with their similarities as scores. */
    private record Star(int total, SearchHit[] nearDuplicates) {}

    /**
     * The name of a hit, the same in one search and the next.
     *
     * @param cluster the alias of its cluster, or null for this one
     * @param id its {@code _id}, or null if the search does not fetch it
     */
    private record Name(String cluster, ShardId shard, String id) {

        static Name of(SearchHit hit) {
            SearchShardTarget target = hit.getShard();
            return new Name(target.getClusterAlias(), target.getShardId(), hit.getId());
        }
    }

    /** A hit of a window as users know it, with its {@code _routing} or null. */
    record WindowHit(Name name, String routing) {

        static WindowHit of(SearchHit hit) {
            return new WindowHit(Name.of(hit), StoredDocument.of(hit).routing());
        }

        /** Returns the hit as an inner hit is shown, with a similarity as its score. */
        SearchHit withScore(float score) {
            SearchHit hit = SearchHit.unpooled(-1, name.id);
            hit.shard(new SearchShardTarget(null, name.shard, name.cluster));
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

    /** The kept hits are in the order of their ranks. */
    CollapsedWindow(RankedWindow window, List<KeptHit> keptHits) {
        this.documents = window.documents();
        this.kept = keptHits.stream().map(hit -> documents[hit.hit()]).toArray(RankDoc[]::new);
        for (KeptHit hit : keptHits) {
            if (hit.total() > 0) {
                SearchHit[] nearDuplicates = hit.nearDuplicates().stream()
                        .map(near -> window.hits().get(near.hit())
                                .withScore((float) near.similarity()))
                        .toArray(SearchHit[]::new);
                stars.put(
                        window.hits().get(hit.hit()).name(), new Star(hit.total(), nearDuplicates));
            }
        }
    }

    /** Returns all documents of the window. */
    RankDoc[] documents() {
        return documents;
    }

    /** Returns those that stay, in the order of their ranks. */
    RankDoc[] kept() {
        return kept;
    }

    /**
     * Adds to a kept hit how many near duplicates it stands for, and the first of them. Returns false if it stands for
     * none.
     */
    boolean addNearDuplicates(SearchHit hit) {
        Star star = stars.get(Name.of(hit));
        if (star == null) {
            return false;
        }
        InnerHits.add(
                hit,
                INNER_HITS,
                star.nearDuplicates,
                new TotalHits(star.total, TotalHits.Relation.EQUAL_TO),
                (float) Arrays.stream(star.nearDuplicates)
                        .mapToDouble(SearchHit::getScore)
                        .max()
                        .orElse(Double.NaN));
        return true;
    }
}
