package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;

/** Asks for all that there is to ask, and calls documents by their numbers in the corpus. */
final class ModeAnswers {

    private static final int EVERY = 4;

    /** What the texts do not decide about: times, and sums whose last digit is a matter of order. */
    private static final Set<String> TUNING_COUNTS = Set.of(
            "similarity", "bands", "rows", "hash_count", "pairs", "true_positives",
            "false_positives", "false_negatives", "candidates_per_document");

    private final RestCalls rest;
    private final String target;
    private final String field;
    private final ModeCorpus corpus;
    private final Map<Integer, ModeDocument> documents = new TreeMap<>();
    private final Map<ModeDocument, Integer> numbers = new HashMap<>();
    private final Map<String, Object> answers = new LinkedHashMap<>();

    private ModeAnswers(RestCalls rest, String target, IndexMode mode, ModeCorpus corpus) {
        this.rest = rest;
        this.target = target;
        this.field = mode.fields().field();
        this.corpus = corpus;
    }

    /**
     * Asks.
     *
     * @param target the index or alias that holds the documents
     * @param corpus the documents that are expected there
     */
    static ModeAnswers ask(RestCalls rest, String target, IndexMode mode, ModeCorpus corpus)
            throws IOException {
        ModeAnswers asked = new ModeAnswers(rest, target, mode, corpus);
        asked.readDocuments(mode);
        asked.queries();
        asked.groups(mode);
        asked.chains();
        asked.comparison();
        asked.collapsed();
        if (mode.lacksSequenceNumbers() == false) {
            asked.tuning();
        }
        return asked;
    }

    /** Where the documents are, by their numbers. */
    Map<Integer, ModeDocument> documents() {
        return documents;
    }

    /** Each question and its answer. */
    Map<String, Object> answers() {
        return answers;
    }

    private void readDocuments(IndexMode mode) throws IOException {
        Map<Integer, Object> fields = new TreeMap<>();
        Map<Integer, Object> sources = new TreeMap<>();
        for (Map<?, ?> hit : hits(
                post(
                        "/_search",
                        Map.of(
                                "size", 1_000, "query", Map.of("match_all", Map.of()), "fields",
                                List.of(field)))
                        .body())) {
            Map<String, Object> source = ModeDocument.source(hit);
            int number = (int) source.get(IndexMode.NUMBER);
            ModeDocument document = ModeDocument.of(hit);
            numbers.put(document, number);
            documents.put(number, document);
            Map<?, ?> fetched = (Map<?, ?>) hit.get("fields");
            fields.put(number, fetched == null ? Set.of() : texts(fetched.get(field)));
            source.keySet().removeAll(
                    List.of(IndexMode.NUMBER, IndexMode.TIME, IndexMode.HOST));
            sources.put(number, texts(source));
        }
        answers.put("fields", fields);
        answers.put("_source", sources);
    }

    private void queries() throws IOException {
        Map<String, Object> queries = new LinkedHashMap<>();
        queries.put("exists", Map.of("exists", Map.of("field", field)));
        for (int i = 0; i < corpus.size(); i += EVERY) {
            for (String verify : List.of("signature", "exact")) {
                if (corpus.texts(i) != null && corpus.texts(i).isEmpty() == false) {
                    queries.put("like " + i + " by " + verify, near(verify, corpus.texts(i), true));
                    queries.put("passage " + i + " by " + verify, share(verify, corpus.texts(i)));
                    Object stored = Map.of("_index", target, "_id", documents.get(i).id());
                    queries.put("stored " + i + " by " + verify, near(verify, stored, false));
                }
            }
        }
        List<Map<String, Object>> searches = queries.values().stream()
                .map(query -> Map.of("size", 1_000, "query", query))
                .toList();
        Iterator<Map<?, ?>> responses = rest.searches(target, searches).iterator();
        for (String question : queries.keySet()) {
            Map<?, ?> response = responses.next();
            answers.put(question, response.containsKey("error") ? response : scores(response));
        }
    }

    private Map<String, ?> share(String verify, Object like) {
        return Map.of(
                "near_duplicate",
                Map.of(
                        "field", field, "like", like, "verify", verify, "min_similarity", 0.3,
                        "share_of", "document"));
    }

    private Map<String, ?> near(String verify, Object like, boolean self) {
        return Map.of(
                "near_duplicate",
                Map.of(
                        "field", field, "like", like, "verify", verify, "min_similarity", 0.5,
                        "include_self", self));
    }

    private void groups(IndexMode mode) throws IOException {
        Map<String, ?> keep = Map.of("by", "field", "field", IndexMode.NUMBER, "order", "asc");
        Map<String, ?> within = Map.of("field", IndexMode.TIME, "interval", "3s");
        List<Map<String, ?>> all = new ArrayList<>(
                List.of(
                        Map.of("verify", "exact", "method", "components"),
                        Map.of("verify", "signature", "min_similarity", 0.6),
                        Map.of("verify", "exact", "keep", keep),
                        Map.of("verify", "exact", "within", within)));
        if (mode.isColumnar() == false) {
            all.add(Map.of("verify", "exact", "same", IndexMode.HOST, "within", within));
        }
        for (Map<String, ?> how : all) {
            Map<String, Object> body = new LinkedHashMap<>(how);
            body.putAll(Map.of("field", field, "pairs", true, "fields", List.of(field)));
            // Without a field the lowest identifier is kept of equals, and every mode has its own.
            body.putIfAbsent("keep",
                    Map.of("by", "field", "field", IndexMode.NUMBER, "order", "desc"));
            GroupsAnswer answer = GroupsAnswer.ask(rest, target, body);
            answers.put("counts " + how, answer.answer().at("counts"));
            Map<Integer, Object> groups = new TreeMap<>();
            for (Map<?, ?> group : answer.list("groups")) {
                assertTexts(group.get("keeper"));
                Map<Integer, Float> members = new TreeMap<>();
                for (Object member : (List<?>) group.get("members")) {
                    members.put(number(member), GroupsAnswer.similarity(member));
                    assertTexts(member);
                }
                groups.put(
                        number(group.get("keeper")),
                        List.of(members, group.get("smallest_similarity"), group.get("texts")));
            }
            answers.put("groups " + how, groups);
            Map<Set<Integer>, Float> pairs = new HashMap<>();
            for (Map<?, ?> pair : answer.list("pairs")) {
                pairs.put(
                        new TreeSet<>(List.of(number(pair.get("a")), number(pair.get("b")))),
                        GroupsAnswer.similarity(pair));
            }
            answers.put("pairs " + how, pairs);
        }
    }

    /** Those that a search has of it. */
    private void assertTexts(Object document) {
        Map<?, ?> fields = (Map<?, ?>) ((Map<?, ?>) document).get("fields");
        Object expected = ((Map<?, ?>) answers.get("fields")).get(number(document));
        assertEquals(document.toString(), expected, texts(fields.get(field)));
    }

    private void chains() throws IOException {
        Answer answer = post(
                "/_near_duplicate/chain",
                Map.of(
                        "field", field, "verify", "exact", "min_similarity", 0.76,
                        "start", end(ModeCorpus.CHAIN_FROM),
                        "end", end(ModeCorpus.CHAIN_TO)));
        answers.put(
                "chain",
                List.of(
                        answer.objects("documents").stream().map(this::number).toList(),
                        answer.objects("links").stream().map(GroupsAnswer::similarity).toList(),
                        answer.at("direct_similarity")));
    }

    private void comparison() throws IOException {
        Answer answer = post(
                "/_near_duplicate/compare",
                Map.of(
                        "field", field, "a", end(ModeCorpus.CHAIN_FROM),
                        "b", end(ModeCorpus.CHAIN_FROM + 1), "texts", true));
        answers.put(
                "comparison",
                List.of(
                        answer.at("similarity"), answer.at("estimated_similarity"),
                        answer.at("counts"), answer.at("passages"),
                        texts(answer.at("a", "texts")), texts(answer.at("b", "texts"))));
    }

    private void collapsed() throws IOException {
        Map<String, ?> byNumber = Map.of(
                "query", Map.of("match_all", Map.of()),
                "sort", List.of(Map.of(IndexMode.NUMBER, "asc")));
        for (String verify : List.of("signature", "exact")) {
            Map<String, ?> collapse = Map.of(
                    "retriever", Map.of("standard", byNumber),
                    "field", field, "verify", verify, "min_similarity", 0.5,
                    "rank_window_size", 1_000, "max_near_duplicates", 100);
            Answer answer = post(
                    "/_search",
                    Map.of(
                            "size", 1_000, "_source", false,
                            "retriever", Map.of("near_duplicate_collapse", collapse)));
            Map<Integer, Object> kept = new LinkedHashMap<>();
            for (Map<?, ?> hit : hits(answer.body())) {
                Map<?, ?> inner = (Map<?, ?>) hit.get("inner_hits");
                kept.put(
                        number(hit),
                        inner == null ? Map.of()
                                : scores((Map<?, ?>) inner.get("near_duplicates")));
            }
            answers.put("collapsed by " + verify, kept);
        }
    }

    private Map<String, ?> end(int number) {
        ModeDocument document = documents.get(number);
        return Map.of("_index", document.index(), "_id", document.id());
    }

    private void tuning() throws IOException {
        Answer answer = post(
                "/_near_duplicate/tune",
                Map.of("field", field, "similarity", 0.7, "hash_count", 64));
        answers.put("shingles", answer.at("shingles"));
        List<Object> settings = new ArrayList<>();
        for (Map<?, ?> row : answer.objects("settings")) {
            Map<Object, Object> counts = new TreeMap<>(row);
            counts.putAll((Map<?, ?>) counts.get("signature"));
            counts.keySet().retainAll(TUNING_COUNTS);
            settings.add(counts);
        }
        answers.put("settings", settings);
    }

    private Answer post(String path, Map<String, ?> body) throws IOException {
        return rest.post("/" + target + path, body).ok();
    }

    private Map<Integer, Float> scores(Map<?, ?> response) {
        Map<Integer, Float> scores = new TreeMap<>();
        for (Map<?, ?> hit : hits(response)) {
            scores.put(number(hit), ((Number) hit.get("_score")).floatValue());
        }
        return scores;
    }

    private int number(Object document) {
        Integer number = numbers.get(ModeDocument.of((Map<?, ?>) document));
        if (number == null) {
            throw new AssertionError("no document of the corpus: " + document);
        }
        return number;
    }

    private static List<Map<?, ?>> hits(Map<?, ?> response) {
        List<Map<?, ?>> hits = new ArrayList<>();
        for (Object hit : (List<?>) ((Map<?, ?>) response.get("hits")).get("hits")) {
            hits.add((Map<?, ?>) hit);
        }
        return hits;
    }

    /** Returns the different texts in a value of JSON, wherever they are. */
    private static Set<String> texts(Object value) {
        Set<String> texts = new TreeSet<>();
        if (value instanceof Map<?, ?> map) {
            map.values().forEach(each -> texts.addAll(texts(each)));
        } else if (value instanceof Iterable<?> list) {
            list.forEach(each -> texts.addAll(texts(each)));
        } else if (value != null) {
            texts.add(value.toString());
        }
        return texts;
    }
}
