package org.nearduplicate.integration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;

/**
 * The answer to a request for groups, in words of documents.
 *
 * @param answer as it came, of success
 */
record GroupsAnswer(Answer answer) {

    /** Sends a request for the groups of some indices, for the usual field unless it names one. */
    static Answer send(RestCalls rest, String indices, Map<String, ?> body) throws IOException {
        return TestIndex.send(rest, "groups", indices, body);
    }

    /** Asks for the groups of some indices, of all whose shards an answer is expected. */
    static GroupsAnswer ask(RestCalls rest, String indices, Map<String, ?> body)
            throws IOException {
        Answer answer = send(rest, indices, body).ok();
        if (answer.at("_shards", "failed").equals(0) == false) {
            throw new AssertionError(answer.text());
        }
        return new GroupsAnswer(answer);
    }

    /** The identifiers of each group, the keeper's first. */
    List<List<String>> groups() throws IOException {
        return list("groups").stream()
                .map(group -> documents(group).stream().map(GroupsAnswer::id).toList())
                .toList();
    }

    /** The documents of all groups in their order, the keeper first. */
    List<Map<?, ?>> documents() throws IOException {
        List<Map<?, ?>> documents = new ArrayList<>();
        list("groups").forEach(group -> documents.addAll(documents(group)));
        return documents;
    }

    /** The documents of a group, the keeper first. */
    static List<Map<?, ?>> documents(Map<?, ?> group) {
        List<Map<?, ?>> documents = new ArrayList<>();
        documents.add((Map<?, ?>) group.get("keeper"));
        ((List<?>) group.get("members")).forEach(member -> documents.add((Map<?, ?>) member));
        return documents;
    }

    /** The similarity of each member of a group to its keeper. */
    Map<String, Float> similarities(int group) throws IOException {
        Map<String, Float> similarities = new LinkedHashMap<>();
        for (Object member : (List<?>) list("groups").get(group).get("members")) {
            similarities.put(id(member), similarity(member));
        }
        return similarities;
    }

    /** A number that a group has. */
    Object of(int group, String property) throws IOException {
        return list("groups").get(group).get(property);
    }

    /** The similarity of each pair, under both identifiers. */
    Map<String, Float> pairs() throws IOException {
        Map<String, Float> pairs = new LinkedHashMap<>();
        for (Map<?, ?> pair : list("pairs")) {
            pairs.put(id(pair.get("a")) + " " + id(pair.get("b")), similarity(pair));
        }
        return pairs;
    }

    long count(String... path) throws IOException {
        List<Object> steps = new ArrayList<>(List.of("counts"));
        steps.addAll(List.of(path));
        return ((Number) answer.at(steps.toArray())).longValue();
    }

    /** All that has to be the same whenever the same is asked of the same documents. */
    Map<String, Object> findings() throws IOException {
        Map<String, Object> findings = new LinkedHashMap<>(answer.body());
        findings.keySet().removeAll(List.of("took", "_shards"));
        return findings;
    }

    /** The objects of one of the lists of the answer. */
    List<Map<?, ?>> list(String name) throws IOException {
        return answer.objects(name);
    }

    static String id(Object document) {
        return (String) ((Map<?, ?>) document).get("_id");
    }

    static float similarity(Object pair) {
        return ((Number) ((Map<?, ?>) pair).get("similarity")).floatValue();
    }
}
