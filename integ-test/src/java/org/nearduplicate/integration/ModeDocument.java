package org.nearduplicate.integration;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a document of a corpus is.
 *
 * @param index the index, no alias
 * @param id its identifier
 * @param routing its routing, or null
 */
record ModeDocument(String index, String id, String routing) {

    static ModeDocument of(Map<?, ?> hit) {
        return new ModeDocument(
                (String) hit.get("_index"), (String) hit.get("_id"), (String) hit.get("_routing"));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> source(Map<?, ?> hit) {
        return (Map<String, Object>) hit.get("_source");
    }

    /** Returns whether it is in an index of a data stream, which takes no changes by itself. */
    boolean isInStream() {
        return index.startsWith(".ds-");
    }

    /** Returns what a line of a bulk request calls it. */
    Map<String, Object> address() {
        Map<String, Object> address = new LinkedHashMap<>();
        address.put("_index", index);
        address.put("_id", id);
        if (routing != null) {
            address.put("routing", routing);
        }
        return address;
    }
}
