package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;

/**
 * One kind of search, for the first ten hits without their sources, and the texts it is asked for.
 *
 * @param title a name for humans
 * @param searches a search for each text
 * @param isExact whether all that is wanted has to be found, and nothing unrelated
 */
record Question(String title, List<Search> searches, boolean isExact) {

    private static final int HITS = 10;
    private static final String PATH = "/" + PlantedIndex.NAME + "/_search";

    /**
     * One search.
     *
     * @param body what is sent
     * @param wanted the documents that should be found
     * @param related the documents that may be found when only near duplicates are
     */
    record Search(String body, Set<String> wanted, Set<String> related) {}

    /** Makes a question about all documents. */
    static Question of(
            String title,
            List<Planted> texts,
            boolean isExact,
            Function<Planted, Map<String, ?>> query) {
        List<Search> searches = texts.stream()
                .map(text -> new Search(body(query.apply(text)), text.near(), text.related()))
                .toList();
        return new Question(title, searches, isExact);
    }

    /** Makes a question about the documents of the same {@link Bulk#PART} as the text's. */
    static Question filtered(
            String title,
            List<Planted> texts,
            boolean isExact,
            Function<Planted, Map<String, ?>> query) {
        List<Search> searches = texts.stream()
                .map(text -> new Search(
                        body(filtered(query.apply(text), part(text.id()))),
                        text.near().stream()
                                .filter(id -> part(id).equals(part(text.id())))
                                .collect(Collectors.toSet()),
                        text.related()))
                .toList();
        return new Question(title, searches, isExact);
    }

    /** Asks for one of the texts, which are gone through again and again. */
    Answer ask(Server server, int number) throws IOException {
        return server.send("POST", PATH, search(number).body());
    }

    /**
     * Counts the wanted documents that were found.
     *
     * @throws IllegalStateException if the question is exact and the answer is wrong
     */
    int found(Answer answer, int number) throws IOException {
        Set<String> ids = new HashSet<>();
        for (Object hit : (List<?>) answer.at("hits", "hits")) {
            ids.add((String) ((Map<?, ?>) hit).get("_id"));
        }
        Search search = search(number);
        if (isExact && (ids.containsAll(search.wanted()) == false
                || search.related().containsAll(ids) == false)) {
            throw new IllegalStateException(
                    title + ": found " + ids + ", wanted " + search.wanted() + " of "
                            + search.related() + ", by " + search.body());
        }
        ids.retainAll(search.wanted());
        return ids.size();
    }

    /** Returns how many documents are wanted for one of the texts. */
    int wanted(int number) {
        return search(number).wanted().size();
    }

    private Search search(int number) {
        return searches.get(number % searches.size());
    }

    private static String part(String id) {
        return Bulk.part(Integer.parseInt(id));
    }

    private static Map<String, ?> filtered(Map<String, ?> query, String part) {
        Map<String, ?> filter = Map.of("term", Map.of(Bulk.PART, part));
        return Map.of("bool", Map.of("must", query, "filter", filter));
    }

    private static String body(Map<String, ?> query) {
        return Json.of(Map.of("size", HITS, "_source", false, "query", query));
    }
}
