package org.nearduplicate.elasticsearch.groups;

import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.xcontent.support.XContentMapValues;

/**
 * The mapping of a destination, and the names of its fields beside those of {@link GroupsXContent}.
 *
 * <p>{@code members} is no nested field: a search for the group of a document is an ordinary search for
 * {@code members._id}, and a big group is not a thousand Lucene documents. Other fields are refused, so
 * that nothing but runs is kept in a destination.
 */
final class DestinationMapping {

    /** What a document is: one of the kinds below. */
    static final String KIND = "kind";
    static final String KIND_RUN = "run";
    static final String KIND_GROUP = "group";
    static final String KIND_PAIR = "pair";

    /** The run that wrote a document. */
    static final String RUN = "run";
    /** The {@linkplain GroupIdentifier identifier} of a group. */
    static final String GROUP = "group";
    /** The number of a document among those of its group, from 1. */
    static final String PART = "part";
    /** The number of documents of a group. */
    static final String PARTS = "parts";

    static final String STATUS = "status";
    static final String STARTED = "started";
    static final String FINISHED = "finished";
    static final String REASON = "reason";
    static final String REQUEST = "request";
    static final String COUNTS = "counts";
    /** The run whose groups are whole: the one to filter on. */
    static final String COMPLETED_RUN = "completed_run";
    /** The status of that run, while a later one is not completed. */
    static final String PREVIOUS_RUN = "previous_run";

    private static final String META = "_meta";
    private static final String MARKER = "near_duplicate_groups";
    private static final String MARKER_VERSION = "version";
    /** Another version of this mapping is another destination, as a mapping cannot be changed. */
    private static final int VERSION = 4;

    private DestinationMapping() {}

    /** Returns the mapping, marker included. */
    static Map<String, Object> mapping() {
        return Map.of(
                META, Map.of(MARKER, Map.of(MARKER_VERSION, VERSION)),
                "dynamic", "strict",
                "properties", properties());
    }

    /** Tells whether a mapping is one of a destination. */
    static boolean isDestination(Map<String, Object> mapping) {
        String path = META + "." + MARKER + "." + MARKER_VERSION;
        return Integer.valueOf(VERSION).equals(XContentMapValues.extractValue(path, mapping));
    }

    /** Tells whether a mapping has any field. */
    static boolean hasFields(Map<String, Object> mapping) {
        return isEmptyObject(mapping.get("properties")) == false
                || isEmptyObject(mapping.get("runtime")) == false;
    }

    private static boolean isEmptyObject(Object object) {
        return object == null || object instanceof Map<?, ?> map && map.isEmpty();
    }

    private static Map<String, Object> properties() {
        Map<String, Object> properties = new TreeMap<>();
        properties.put(KIND, type("keyword"));
        properties.put(RUN, type("keyword"));

        properties.put(STATUS, type("keyword"));
        properties.put(STARTED, type("date"));
        properties.put(FINISHED, type("date"));
        properties.put(REASON, type("text"));
        properties.put(COMPLETED_RUN, type("keyword"));
        // There to be read: what they hold may change with the plugin, the mapping cannot.
        properties.put(REQUEST, unmapped());
        properties.put(COUNTS, unmapped());
        properties.put(PREVIOUS_RUN, unmapped());

        properties.put(GROUP, type("keyword"));
        properties.put(PART, type("integer"));
        properties.put(PARTS, type("integer"));
        properties.put(GroupsXContent.SIZE, type("long"));
        properties.put(GroupsXContent.TEXTS, type("integer"));
        properties.put(GroupsXContent.KEEPER, object(document()));
        properties.put(GroupsXContent.MEMBERS, members());
        properties.put(GroupsXContent.SMALLEST_SIMILARITY, type("float"));
        properties.put(GroupsXContent.SMALLEST_SIMILARITY_OF, type("keyword"));

        properties.put(GroupsXContent.A, object(document()));
        properties.put(GroupsXContent.B, object(document()));
        properties.put(GroupsXContent.SIMILARITY, type("float"));
        return properties;
    }

    private static Map<String, Object> document() {
        Map<String, Object> properties = new TreeMap<>();
        properties.put(GroupsXContent.INDEX, type("keyword"));
        properties.put(GroupsXContent.ID, type("keyword"));
        properties.put(GroupsXContent.ROUTING, type("keyword"));
        return properties;
    }

    private static Map<String, Object> members() {
        Map<String, Object> properties = document();
        properties.put(GroupsXContent.SIMILARITY, type("float"));
        // A template may ask for a synthetic source, which would tear ids and similarities apart.
        return Map.of("properties", properties, "synthetic_source_keep", "arrays");
    }

    private static Map<String, Object> type(String type) {
        return Map.of("type", type);
    }

    private static Map<String, Object> object(Map<String, Object> properties) {
        return Map.of("properties", properties);
    }

    private static Map<String, Object> unmapped() {
        return Map.of("type", "object", "enabled", false);
    }
}
