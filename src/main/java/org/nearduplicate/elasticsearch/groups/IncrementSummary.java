package org.nearduplicate.elasticsearch.groups;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What became of an incremental run.
 *
 * @param reason why all was grouped, or null if only what was changed was
 * @param changed the documents that were written since
 * @param gone the documents with a near duplicate that are gone since, or were written again
 * @param replaced the groups of earlier runs that this one replaced
 */
record IncrementSummary(String reason, long changed, long gone, long replaced) {

    /** Returns the summary of a run that grouped all. */
    static IncrementSummary full(String reason) {
        return new IncrementSummary(reason, 0, 0, 0);
    }

    /** Returns whether only what was changed was grouped. */
    boolean performed() {
        return reason == null;
    }

    /** Returns it as JSON has it. */
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("performed", performed());
        if (performed()) {
            map.put("documents", Map.of("changed", changed, "gone", gone));
            map.put("groups", Map.of("replaced", replaced));
        } else {
            map.put("reason", reason);
        }
        return map;
    }
}
