package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.server.RestCalls;

/** A small index with near duplicates and a chain of them, and all kinds of requests about it. */
final class SampleIndex {

    private static final List<String> TEXTS = texts();
    private static final int LINKS = 8;

    /** Nothing but the seed, the sequence numbers and the name of the index choose these. */
    private static final int SAMPLE = 40;

    private SampleIndex() {}

    /** Creates the index, anew if it exists. */
    static TestIndex create(RestCalls rest, String name, Map<String, ?> settings)
            throws IOException {
        Map<String, Object> parameters = new HashMap<>(Chains.FIELD_PARAMETERS);
        parameters.put("passages", 2);
        TestIndex index = TestIndex.create(rest, name, settings, parameters);
        index.putAll(TEXTS);
        return index;
    }

    /** Indexes half of the texts again and deletes what was there besides: the answers are as before. */
    static void putAgainAndMore(RestCalls rest, TestIndex index) throws IOException {
        index.put("one-more", TEXTS.get(TEXTS.size() - 1));
        index.putAll(TEXTS.subList(0, TEXTS.size() / 2));
        rest.call("DELETE", "/" + index.name() + "/_doc/one-more?refresh=true").ok();
    }

    /** Requests that may be sent while shards are missing: a partial answer can be distinguished from a wrong one. */
    static List<CheckedRequest> requestsInFaults(String index) {
        List<CheckedRequest> requests = new ArrayList<>();
        for (int i = LINKS + 1; i < TEXTS.size(); i += 40) {
            String text = TEXTS.get(i);
            Map<String, ?> stored = Map.of("_index", index, "_id", Integer.toString(i));
            requests.add(CheckedRequest.near(index, Map.of("like", text), ""));
            requests.add(
                    CheckedRequest.near(
                            index, Map.of("like", text, "verify", "exact"),
                            CheckedRequest.NOTHING_PARTIAL));
            requests.add(
                    CheckedRequest.near(index, Map.of("like", stored, "min_similarity", 0.6), ""));
            String passage = text.substring(0, text.length() / 2);
            requests.add(
                    CheckedRequest.near(index, Map.of("like", passage, "share_of", "like"), ""));
        }
        requests.add(
                CheckedRequest.of(
                        "groups", index,
                        Map.of("method", CheckedRequest.COMPONENTS, "size", 1000)));
        requests.add(CheckedRequest.of("chain", index, Chains.between("0", "" + LINKS)));
        requests.add(tune(index));
        return requests;
    }

    /** Those whose answers depend neither on the name of the index, as a sample does, nor on its shards. */
    static List<CheckedRequest> requestsOfAllDocuments(String index) {
        List<CheckedRequest> requests = new ArrayList<>(requestsInFaults(index));
        requests.removeLast();
        requests.add(
                CheckedRequest.of(
                        "groups", index,
                        Map.of("verify", "exact", "min_similarity", 0.7, "pairs", true)));
        return requests;
    }

    /** All kinds of requests. */
    static List<CheckedRequest> requests(String index) {
        List<CheckedRequest> requests = new ArrayList<>(requestsOfAllDocuments(index));
        requests.add(tune(index));
        return requests;
    }

    /** Equal answers that find nothing would say nothing. */
    static void assertMeaningful(Map<CheckedRequest, Object> expected) {
        expected.forEach((request, found) -> {
            Map<?, ?> findings = (Map<?, ?>) found;
            switch (request.name()) {
                case "groups" ->
                    assertThat(((List<?>) findings.get("groups")).size(), greaterThan(5));
                case "chain" -> assertThat(findings.get("found"), not(false));
                case "tune" ->
                    assertThat(((List<?>) findings.get("settings")).size(), greaterThan(1));
                default -> assertThat(request.name(), findings.size(), greaterThan(1));
            }
        });
    }

    static CheckedRequest tune(String index) {
        return CheckedRequest.of(
                "tune", index,
                Map.of("sample_size", SAMPLE, "seed", 7, "hash_count", 32));
    }

    private static List<String> texts() {
        List<String> texts = new ArrayList<>(Chains.texts("link", LINKS + 1, 9));
        texts.addAll(Texts.withNearDuplicates(41, 10, 9));
        return texts;
    }
}
