package org.nearduplicate.integration;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;

/**
 * A request whose answer must depend neither on where its documents are nor on what happens to the nodes.
 *
 * @param name says in failures what was requested
 * @param path of HTTP
 * @param body what is sent
 */
record CheckedRequest(String name, String path, Map<String, ?> body) {

    /** Gives an answer that lacks a shard no chance. */
    static final String NOTHING_PARTIAL = "&allow_partial_search_results=false";

    /** How pairs become groups so that the groups of some documents are parts of those of all. */
    static final String COMPONENTS = "components";

    /** What Elasticsearch says, with a 404, where a shard went away between the phases of a search. */
    private static final String GONE = "search_context_missing_exception";

    private static final String SEARCH = "/_search?size=1000";

    /** What differs from one answer to the next: times, the shards that answered, an index's name. */
    private static final Set<String> INCIDENTAL =
            Set.of("took", "_shards", "signing_in_micros", "_index");

    /** What became of an answer. */
    enum Outcome {
        /** The right answer. */
        COMPLETE,
        /** A part of the right answer that says so. */
        PARTIAL,
        /** An error that says that the server, not the request, is at fault. */
        ERROR
    }

    /** A search for near duplicates. */
    static CheckedRequest near(String index, Map<String, ?> query, String parameters) {
        return new CheckedRequest("near_duplicate " + query, "/" + index + SEARCH + parameters,
                Map.of("query", TestIndex.query(query)));
    }

    /** A request of the plugin's own: for groups, a chain, or parameters. */
    static CheckedRequest of(String kind, String index, Map<String, ?> body) {
        return new CheckedRequest(
                kind, "/" + index + "/_near_duplicate/" + kind, TestIndex.withField(body));
    }

    Answer send(RestCalls rest) throws IOException {
        return rest.post(path, body);
    }

    /** Sends it while all is well, and returns what every other answer has to find. */
    Object expect(RestCalls rest) throws IOException {
        Answer answer = send(rest).ok();
        if (isWhole(answer) == false) {
            throw new AssertionError(this + ": " + answer.text());
        }
        return findings(answer);
    }

    /**
     * Says what became of an answer.
     *
     * @param expected what the whole answer finds
     * @throws AssertionError if the answer is wrong, and does not say that it may be
     */
    Outcome judge(Answer answer, Object expected) throws IOException {
        if (answer.status() >= 500 || answer.status() == 404 && answer.text().contains(GONE)) {
            return Outcome.ERROR;
        }
        if (answer.status() == 200 && isWhole(answer)) {
            if (findings(answer).equals(expected)) {
                return Outcome.COMPLETE;
            }
        } else if (answer.status() == 200 && isPartOf(findings(answer), expected)) {
            return Outcome.PARTIAL;
        }
        throw new AssertionError(
                this + " gave " + answer.status() + " " + answer.text() + "\ninstead of "
                        + expected);
    }

    /** What an answer says about documents. Equal hits may be in any order. */
    private Object findings(Answer answer) throws IOException {
        return isSearch() ? TestIndex.scores(answer) : withoutIncidental(answer.at());
    }

    private static boolean isWhole(Answer answer) throws IOException {
        Map<String, Object> body = answer.body();
        boolean partial = body.get("_shards") instanceof Map<?, ?> shards
                && shards.get("failed").equals(0) == false;
        return partial == false && Boolean.TRUE.equals(body.get("timed_out")) == false;
    }

    /** Some of the hits with their scores; groups of documents that belong together. */
    private boolean isPartOf(Object part, Object whole) {
        if (isSearch()) {
            return path.contains(NOTHING_PARTIAL) == false
                    && ((Map<?, ?>) whole).entrySet().containsAll(((Map<?, ?>) part).entrySet());
        }
        return path.endsWith("/groups") && COMPONENTS.equals(body.get("method"))
                && groups(part).stream().allMatch(
                        group -> groups(whole).stream().anyMatch(all -> all.containsAll(group)));
    }

    boolean isSearch() {
        return path.contains(SEARCH);
    }

    /** The same, with more parameters in its address. */
    CheckedRequest with(String parameters) {
        return new CheckedRequest(name, path + parameters, body);
    }

    private static List<Set<String>> groups(Object findings) {
        List<?> groups = (List<?>) ((Map<?, ?>) findings).get("groups");
        return groups.stream()
                .map(
                        group -> GroupsAnswer.documents((Map<?, ?>) group).stream()
                                .map(GroupsAnswer::id)
                                .collect(Collectors.toSet()))
                .toList();
    }

    private static Object withoutIncidental(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> kept = new LinkedHashMap<>();
            map.forEach((key, each) -> {
                if (INCIDENTAL.contains(key) == false) {
                    kept.put(key, withoutIncidental(each));
                }
            });
            return kept;
        }
        return value instanceof List<?> list
                ? list.stream().map(CheckedRequest::withoutIncidental).toList()
                : value;
    }
}
