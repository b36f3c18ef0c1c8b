package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;

/** What runs wrote to a destination, an alias. */
record WrittenGroups(RestCalls rest, String dest) {

    /** The indices of all runs, hidden ones included. */
    Set<String> indices() throws IOException {
        Set<String> indices = new TreeSet<>();
        rest.call("GET", "/" + dest + "-*/_alias?expand_wildcards=all").ok().body().keySet()
                .forEach(indices::add);
        return indices;
    }

    /** The index to which the alias leads: of all that are there the only one. */
    String index() throws IOException {
        Set<?> led = rest.call("GET", "/" + dest + "/_mapping").ok().body().keySet();
        assertEquals(indices(), led);
        return (String) led.iterator().next();
    }

    /** What the mapping of that index holds about the run. */
    Map<?, ?> meta() throws IOException {
        Answer mapping = rest.call("GET", "/" + dest + "/_mapping").ok();
        return (Map<?, ?>) mapping.at(
                mapping.body().keySet().iterator().next(), "mappings", "_meta",
                "near_duplicate_groups");
    }

    /** The documents of a kind, sorted by a field. */
    List<Map<?, ?>> documents(String kind, String sort) throws IOException {
        Answer answer = rest.post("/" + dest + "/_search", Map.of("size", 10_000, "sort",
                List.of(sort), "query", Map.of("term", Map.of("kind", kind)))).ok();
        return answer.objects("hits", "hits").stream()
                .<Map<?, ?>>map(hit -> (Map<?, ?>) hit.get("_source"))
                .toList();
    }

    /** How many groups there are, in documents that a search sees in all shards. */
    int groups() throws IOException {
        Answer answer = rest.call("GET", "/" + dest + "/_count?q=kind:group").ok();
        assertEquals(answer.text(), 0, answer.at("_shards", "failed"));
        return ((Number) answer.at("count")).intValue();
    }

    /** Deletes all of it. */
    void delete() throws IOException {
        for (String index : indices()) {
            rest.call("DELETE", "/" + index).ok();
        }
    }
}
