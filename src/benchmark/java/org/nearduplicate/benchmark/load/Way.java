package org.nearduplicate.benchmark.load;

import java.util.HashMap;
import java.util.Map;

/** How verification gets at what it compares, in an index whose texts have both fields. */
enum Way {

    /** By estimates: what the others are compared with. */
    SIGNATURE("near", Map.of("verify", "signature")),

    /** By the sets that a field with {@code exact} stores. */
    STORED_SETS("exact", Map.of()),

    /** By sets made from {@code _source}, the default. */
    SOURCE("near", Map.of());

    private final String field;
    private final Map<String, ?> options;

    Way(String field, Map<String, ?> options) {
        this.field = field;
        this.options = options;
    }

    /** Returns what {@link Bulk#TEXT} is indexed as. */
    static Map<String, ?> properties() {
        return Map.of(
                Bulk.TEXT,
                Map.of(
                        "type", "text", "fields",
                        Map.of(
                                "near", Map.of("type", "minhash"),
                                "exact", Map.of("type", "minhash", "exact", true))),
                Bulk.PART, Map.of("type", "keyword"));
    }

    /** Returns what a query or a request for groups says, and what more it says. */
    Map<String, Object> with(Map<String, ?> more) {
        Map<String, Object> all = new HashMap<>(options);
        all.put("field", Bulk.TEXT + "." + field);
        all.putAll(more);
        return all;
    }
}
