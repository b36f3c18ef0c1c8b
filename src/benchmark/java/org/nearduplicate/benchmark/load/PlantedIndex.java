package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.benchmark.corpus.Clusters;
import org.nearduplicate.benchmark.corpus.Corpus;

/**
 * An index of text and {@code minhash} that holds a corpus, as it was indexed: not merged to one
 * segment. Tells what there is to be found.
 */
final class PlantedIndex {

    /** The index. */
    static final String NAME = "news";

    /** The field of type {@code minhash}. */
    static final String FIELD = Bulk.TEXT + ".near";

    /** From that similarity on, no pair is missed: not one of a billion by the default bands. */
    private static final double SURELY_FOUND = 0.95;

    /** All that a first page of ten hits can hold. */
    private static final int LARGEST_CLUSTER = 8;

    /** As many near duplicates as a first page has hits. */
    private static final int TEN = 10;

    private final Server server;
    private final Corpus corpus;
    private final Map<Integer, List<Integer>> clusters;

    PlantedIndex(Server server, Corpus corpus) {
        this.server = server;
        this.corpus = corpus;
        this.clusters = IntStream.range(0, corpus.size())
                .boxed()
                .filter(document -> corpus.clusters().place(document) != null)
                .collect(
                        Collectors.groupingBy(
                                document -> corpus.clusters().place(document).cluster(),
                                TreeMap::new, Collectors.toList()));
    }

    /** Indexes all documents. */
    void fill() throws IOException {
        fill(1);
    }

    /** The same, in some shards. */
    void fill(int shards) throws IOException {
        server.create(NAME, shards, Mapping.TEXT_AND_MINHASH.properties());
        for (int from = 0; from < size(); from += Bulk.DOCUMENTS) {
            server.bulk(NAME, Bulk.from(corpus, from));
        }
        server.settle(NAME);
        server.checkDocuments(NAME, size());
    }

    /** Returns the number of documents. */
    int size() {
        return corpus.size();
    }

    /** Returns what it is. */
    String describe() throws IOException {
        return String.format(Locale.ROOT, "%,d documents, %d segments", size(),
                server.statistic(NAME, "segments", "count"));
    }

    /** Returns the first documents of so many clusters, which have near duplicates. */
    List<Planted> planted(int count) {
        return clusters.values().stream()
                .filter(cluster -> cluster.size() <= LARGEST_CLUSTER)
                .map(this::planted)
                .filter(planted -> planted.near().size() > 1)
                .limit(count)
                .toList();
    }

    /**
     * Returns the first documents of clusters in which nine to eleven are near duplicates and no copies of
     * them. Those that have to be found fit on a first page.
     */
    List<Planted> plantedWithTen(int count) {
        return clusters.values().stream()
                .filter(cluster -> Math.abs(versions(cluster) - TEN) <= 1)
                .map(this::planted)
                .filter(planted -> planted.near().size() <= TEN)
                .limit(count)
                .toList();
    }

    /** Returns the pairs that are too similar to be missed, as {@link #pair} writes them. */
    Set<String> surePairs() {
        return clusters.values().stream()
                .map(this::planted)
                .flatMap(planted -> planted.near().stream()
                        .filter(id -> id.equals(planted.id()) == false)
                        .map(id -> pair(planted.id(), id)))
                .collect(Collectors.toSet());
    }

    /** Returns a pair of documents as text, the same for both orders. */
    static String pair(String a, String b) {
        return a.compareTo(b) < 0 ? a + " " + b : b + " " + a;
    }

    /** Returns whether two documents were planted as versions of one text. */
    boolean related(String a, String b) {
        Clusters.Place placeA = corpus.clusters().place(Integer.parseInt(a));
        Clusters.Place placeB = corpus.clusters().place(Integer.parseInt(b));
        return placeA != null && placeB != null && placeA.cluster() == placeB.cluster();
    }

    /** Counts the near duplicates of the first document of a cluster that are no copies. */
    private long versions(List<Integer> cluster) {
        return cluster.stream()
                .mapToDouble(corpus::similarity)
                .filter(similarity -> similarity >= Settings.MIN_SIMILARITY && similarity < 1)
                .count();
    }

    private Planted planted(List<Integer> cluster) {
        int first = cluster.stream()
                .filter(document -> corpus.clusters().place(document).member() == 0)
                .findFirst()
                .orElseThrow();
        return new Planted(
                Integer.toString(first),
                corpus.text(first),
                cluster.stream()
                        .filter(document -> corpus.similarity(document) >= SURELY_FOUND)
                        .map(String::valueOf)
                        .collect(Collectors.toSet()),
                cluster.stream().map(String::valueOf).collect(Collectors.toSet()));
    }
}
