package org.nearduplicate.integration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.server.Json;

/** Roles, as JSON. */
final class Roles {

    private Roles() {}

    /**
     * A role that may read indices.
     *
     * @param indices a name or a pattern
     * @param restriction what narrows that down, by documents or by fields
     */
    static String reader(String indices, Map<String, ?> restriction) {
        return Json.of(Map.of("indices", List.of(rights(indices, restriction, "read"))));
    }

    /** The rights to some indices, as a part of a role. */
    static Map<String, ?> rights(
            String indices, Map<String, ?> restriction, String... privileges) {
        Map<String, Object> rights = new LinkedHashMap<>(restriction);
        rights.put("names", List.of(indices));
        rights.put("privileges", List.of(privileges));
        return rights;
    }

    /** A role with rights in the cluster and to indices. */
    static String role(List<String> cluster, List<Map<String, ?>> indices) {
        return Json.of(Map.of("cluster", cluster, "indices", indices));
    }

    /** The restriction to the documents that match a query. */
    static Map<String, ?> documents(Map<String, ?> query) {
        return Map.of("query", Json.of(query));
    }

    /** The restriction to some fields. */
    static Map<String, ?> fields(String... granted) {
        return Map.of("field_security", Map.of("grant", List.of(granted)));
    }
}
