package org.nearduplicate.elasticsearch.collapse;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.TotalHits;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.rank.RankDoc;
import org.nearduplicate.collapse.KeptHit;
import org.nearduplicate.collapse.KeptHit.NearDuplicate;
import org.nearduplicate.elasticsearch.version.InnerHits;

/** A window and what is left of it. Immutable. */
final class CollapsedWindow {

    /** What near duplicates are called among the inner hits of the one that stays. */
    private static final String INNER_HITS = "near_duplicates";

    private final RankedWindow window;
    private final RankDoc[] kept;
    private final Map<HitName, KeptHit> withNearDuplicates = new HashMap<>();

    /**
     * @param window the window
     * @param keptHits those of its hits that stay, in the order of their ranks
     */
    CollapsedWindow(RankedWindow window, List<KeptHit> keptHits) {
        this.window = window;
        this.kept = keptHits.stream()
                .map(hit -> window.documents()[hit.hit()])
                .toArray(RankDoc[]::new);
        keptHits.stream()
                .filter(hit -> hit.total() > 0)
                .forEach(hit -> withNearDuplicates.put(window.hits().get(hit.hit()).name(), hit));
    }

    /** Returns all documents of the window. */
    RankDoc[] documents() {
        return window.documents();
    }

    /** Returns those that stay, in the order of their ranks. */
    RankDoc[] kept() {
        return kept;
    }

    /** Returns whether a hit stays for others. */
    boolean hasNearDuplicates(SearchHit hit) {
        return withNearDuplicates.containsKey(HitName.of(hit));
    }

    /** Adds to a hit that stays for others what these are: how many, and the first of them. */
    void addNearDuplicates(SearchHit hit) {
        KeptHit star = withNearDuplicates.get(HitName.of(hit));
        InnerHits.add(
                hit,
                INNER_HITS,
                star.nearDuplicates().stream()
                        .map(near -> window.hits().get(near.hit())
                                .withScore((float) near.similarity()))
                        .toArray(SearchHit[]::new),
                new TotalHits(star.total(), TotalHits.Relation.EQUAL_TO),
                (float) star.nearDuplicates().stream()
                        .mapToDouble(NearDuplicate::similarity)
                        .max()
                        .orElse(Double.NaN));
    }
}
