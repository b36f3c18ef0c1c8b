package org.nearduplicate.chain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.nearduplicate.chain.ChainSearch.Chain;
import org.nearduplicate.chain.ChainSearch.Neighbour;
import org.nearduplicate.chain.ChainSearch.Neighbours;
import org.nearduplicate.groups.shard.Document;

/** A graph of documents in memory, the shortest chain that brute force finds, and a source of it. */
final class ChainGraph {

    private static final Comparator<Document> ORDER = Comparator.comparing(
            document -> document.id() + " " + document.index() + " "
                    + Objects.requireNonNullElse(document.routing(), ""));

    private final Map<Document, Map<Document, Float>> links = new TreeMap<>(ORDER);

    /** The document whose copy a document is. */
    private final Map<Document, Document> originals = new HashMap<>();

    /** Answers that are still to be given. */
    private final Queue<Runnable> late = new ArrayDeque<>();

    /** Returns a graph of documents that share few names, with a number of random links. */
    static ChainGraph random(Random random, int documents, int links) {
        ChainGraph graph = new ChainGraph();
        while (graph.links.size() < documents) {
            graph.links.putIfAbsent(
                    new Document(
                            "i" + random.nextInt(2),
                            "" + random.nextInt(documents),
                            random.nextInt(4) == 0 ? "r" + random.nextInt(2) : null),
                    new HashMap<>());
        }
        for (int i = 0; i < links; i++) {
            graph.link(graph.any(random), graph.any(random), 1 - random.nextFloat());
        }
        return graph;
    }

    Document any(Random random) {
        return documents().get(random.nextInt(links.size()));
    }

    List<Document> documents() {
        return List.copyOf(links.keySet());
    }

    void link(Document a, Document b, float similarity) {
        if (a.equals(b) == false) {
            links.computeIfAbsent(a, each -> new HashMap<>()).put(b, similarity);
            links.computeIfAbsent(b, each -> new HashMap<>()).put(a, similarity);
        }
    }

    /** Adds a document that is linked to another and to all that this is linked to. */
    void copy(Document original, Document copy) {
        Map.copyOf(links.get(original)).forEach((other, similarity) -> link(copy, other,
                similarity));
        link(original, copy, 1);
        originals.put(copy, originals.getOrDefault(original, original));
    }

    /** Returns the lowest of the shortest chains, none if all are longer than allowed. */
    List<Document> shortest(Document from, Document to, int maxLength) {
        Map<Document, Integer> distances = distances(to);
        if (distances.getOrDefault(from, Integer.MAX_VALUE) > maxLength) {
            return List.of();
        }
        List<Document> chain = new ArrayList<>(List.of(from));
        while (chain.getLast().equals(to) == false) {
            int left = distances.get(chain.getLast()) - 1;
            chain.add(
                    links.get(chain.getLast()).keySet().stream()
                            .filter(next -> distances.get(next) == left)
                            .min(ORDER)
                            .orElseThrow());
        }
        return chain;
    }

    List<Float> similarities(List<Document> chain) {
        List<Float> similarities = new ArrayList<>();
        for (int i = 1; i < chain.size(); i++) {
            similarities.add(links.get(chain.get(i - 1)).get(chain.get(i)));
        }
        return similarities;
    }

    /** Returns what a search finds whose sources leave out one near duplicate of a document, if one is given. */
    Chain run(
            Random random, Document from, Document to, int maxLength, int maxVisited,
            Document truncated) {
        return run(
                new ChainSearch(
                        from, source(random, truncated), to, source(random, truncated), maxLength,
                        maxVisited));
    }

    /** Returns a source that answers at once or later, in any order, and not twice for copies. */
    Function<List<Document>, CompletableFuture<List<Neighbours>>> source(
            Random random, Document truncated) {
        Set<Document> texts = new HashSet<>();
        return expanded -> {
            List<Neighbours> answers = new ArrayList<>();
            for (Document document : expanded) {
                boolean again = texts.add(originals.getOrDefault(document, document)) == false;
                answers.add(
                        again ? Neighbours.NONE
                                : neighbours(document, random, document.equals(truncated)));
            }
            CompletableFuture<List<Neighbours>> answer = new CompletableFuture<>();
            if (random.nextBoolean()) {
                answer.complete(answers);
            } else {
                late.add(() -> answer.complete(answers));
            }
            return answer;
        };
    }

    Chain run(ChainSearch search) {
        CompletableFuture<Chain> chain = search.run();
        while (late.isEmpty() == false) {
            late.remove().run();
        }
        return chain.getNow(null);
    }

    private Neighbours neighbours(Document document, Random random, boolean truncated) {
        List<Neighbour> found = new ArrayList<>();
        links.get(document).forEach((other, similarity) -> found.add(new Neighbour(other,
                similarity)));
        Collections.shuffle(found, random);
        return new Neighbours(
                truncated ? found.subList(0, found.size() - 1) : found, truncated == false);
    }

    private Map<Document, Integer> distances(Document from) {
        Map<Document, Integer> distances = new HashMap<>(Map.of(from, 0));
        Queue<Document> queue = new ArrayDeque<>(List.of(from));
        while (queue.isEmpty() == false) {
            Document next = queue.remove();
            for (Document neighbour : links.get(next).keySet()) {
                if (distances.putIfAbsent(neighbour, distances.get(next) + 1) == null) {
                    queue.add(neighbour);
                }
            }
        }
        return distances;
    }
}
