package org.nearduplicate.integration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.server.Json;

/** Roles that may read, as JSON. */
final class Roles {

    private Roles() {}

    /**
     * A role that may read indices.
     *
     * @param indices a name or a pattern
     * @param restriction what narrows that down, by documents or by fields
     */
    static String reader(String indices, Map<String, ?> restriction) {
        Map<String, Object> rights = new LinkedHashMap<>(restriction);
        rights.put("names", List.of(indices));
        rights.put("privileges", List.of("read"));
        return Json.of(Map.of("indices", List.of(rights)));
    }

    /** The restriction to some fields. */
    static Map<String, ?> fields(String... granted) {
        return Map.of("field_security", Map.of("grant", List.of(granted)));
    }
}
