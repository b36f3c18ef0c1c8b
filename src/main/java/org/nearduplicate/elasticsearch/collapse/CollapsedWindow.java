package org.nearduplicate.elasticsearch.collapse;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.TotalHits;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.rank.RankDoc;
import org.nearduplicate.collapse.KeptHit;
import org.nearduplicate.elasticsearch.version.InnerHits;

/** What is left of a window, without what was only needed to compare its hits. Immutable. */
final class CollapsedWindow {

    /** What near duplicates are called among the inner hits of the one that stays. */
    private static final String INNER_HITS = "near_duplicates";

    private final RankDoc[] documents;
    private final RankDoc[] kept;
    private final Map<WindowHit.Name, Star> stars = new HashMap<>();

    /** How many hits one stands for, and the first of them. */
    private record Star(int total, List<Named> nearDuplicates) {}

    /** A hit that another stands for, and its similarity to that. */
    private record Named(WindowHit hit, float similarity) {}

    /**
     * @param window the window
     * @param keptHits those of its hits that stay, in the order of their ranks
     */
    CollapsedWindow(RankedWindow window, List<KeptHit> keptHits) {
        this.documents = window.documents();
        this.kept = keptHits.stream().map(hit -> documents[hit.hit()]).toArray(RankDoc[]::new);
        keptHits.stream()
                .filter(hit -> hit.total() > 0)
                .forEach(hit -> stars.put(
                        window.hits().get(hit.hit()).name(), star(window, hit)));
    }

    private static Star star(RankedWindow window, KeptHit kept) {
        return new Star(
                kept.total(),
                kept.nearDuplicates().stream()
                        .map(near -> new Named(
                                window.hits().get(near.hit()), (float) near.similarity()))
                        .toList());
    }

    /** Returns all documents of the window. */
    RankDoc[] documents() {
        return documents;
    }

    /** Returns those that stay, in the order of their ranks. */
    RankDoc[] kept() {
        return kept;
    }

    /** Returns whether a hit stays for others. */
    boolean hasNearDuplicates(SearchHit hit) {
        return stars.containsKey(WindowHit.Name.of(hit));
    }

    /** Adds to a hit that stays for others what these are: how many, and the first of them. */
    void addNearDuplicates(SearchHit hit) {
        Star star = stars.get(WindowHit.Name.of(hit));
        InnerHits.add(
                hit,
                INNER_HITS,
                star.nearDuplicates.stream()
                        .map(near -> near.hit.withScore(near.similarity))
                        .toArray(SearchHit[]::new),
                new TotalHits(star.total, TotalHits.Relation.EQUAL_TO),
                (float) star.nearDuplicates.stream()
                        .mapToDouble(Named::similarity)
                        .max()
                        .orElse(Double.NaN));
    }
}
