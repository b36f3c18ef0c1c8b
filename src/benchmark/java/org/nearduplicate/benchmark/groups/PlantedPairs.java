package org.nearduplicate.benchmark.groups;

import java.util.List;
import org.nearduplicate.benchmark.corpus.Clusters;
import org.nearduplicate.benchmark.corpus.Corpus;
import org.nearduplicate.groups.part.Pair;

/**
 * What became of the planted pairs, each a document with member 0 of its cluster. Not thread-safe.
 */
final class PlantedPairs {

    private final Corpus corpus;
    private final double minSimilarity;
    private long planted;
    private long found;
    private long strangers;

    private PlantedPairs(Corpus corpus, double minSimilarity) {
        this.corpus = corpus;
        this.minSimilarity = minSimilarity;
    }

    /** Looks for the planted pairs of a similarity among those that a job found. */
    static PlantedPairs in(List<Pair> found, Corpus corpus, double minSimilarity) {
        PlantedPairs pairs = new PlantedPairs(corpus, minSimilarity);
        for (int document = 0; document < corpus.size(); document++) {
            Clusters.Place place = corpus.clusters().place(document);
            pairs.planted += pairs.isPlanted(document, place) ? 1 : 0;
        }
        found.forEach(pairs::take);
        return pairs;
    }

    /** Returns how many were planted. */
    long planted() {
        return planted;
    }

    /** Returns the share of them that was found. */
    double recall() {
        return (double) found / planted;
    }

    /** Returns how many pairs were found of documents that are not of one cluster. */
    long strangers() {
        return strangers;
    }

    private void take(Pair pair) {
        int a = Integer.parseInt(pair.a().id());
        int b = Integer.parseInt(pair.b().id());
        Clusters.Place placeA = corpus.clusters().place(a);
        Clusters.Place placeB = corpus.clusters().place(b);
        if (placeA == null || placeB == null || placeA.cluster() != placeB.cluster()) {
            strangers++;
        } else if (placeA.member() == 0) {
            found += isPlanted(b, placeB) ? 1 : 0;
        } else if (placeB.member() == 0) {
            found += isPlanted(a, placeA) ? 1 : 0;
        }
    }

    private boolean isPlanted(int document, Clusters.Place place) {
        return place != null && place.member() > 0
                && corpus.similarity(document) >= minSimilarity;
    }
}
