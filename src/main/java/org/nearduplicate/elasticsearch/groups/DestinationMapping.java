package org.nearduplicate.elasticsearch.groups;

import java.util.HashMap;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.groups.request.GroupsCounts;

/**
 * The mapping of the index of a run, the names of its fields beside those of {@link GroupsXContent}, and the {@code _meta} that
 * describes the run.
 *
 * <p>{@code members} is no nested field: a search for the group of a document is an ordinary search for
 * {@code members._id}, and a big group is not a thousand Lucene documents. Other fields are refused, so
 * that nothing but the groups is kept there.
 */
final class DestinationMapping {

    /** What a document is: one of the kinds below. */
    static final String KIND = "kind";
    static final String KIND_GROUP = "group";
    static final String KIND_PAIR = "pair";

    /** The {@linkplain DestinationDocuments#identifier identifier} of a group. */
    static final String GROUP = "group";
    /** The number of a document among those of its group, from 1. */
    static final String PART = "part";
    /** The number of documents of a group. */
    static final String PARTS = "parts";

    private static final String META = "_meta";
    private static final String RUN = "near_duplicate_groups";
    private static final String DEST = "dest";
    private static final String INDEX = "index";

    private DestinationMapping() {}

    /** Returns the mapping of the index of a run, of which something is known. */
    static Map<String, Object> mapping(RunIndex index, Map<String, Object> run) {
        Map<String, Object> mapping = new HashMap<>(meta(index, run));
        mapping.put("dynamic", "strict");
        mapping.put("properties", properties());
        return mapping;
    }

    /** Returns the {@code _meta} of the mapping, which describes the run. */
    static Map<String, Object> meta(RunIndex index, Map<String, Object> run) {
        Map<String, Object> all = new HashMap<>(run);
        all.put(DEST, index.alias());
        all.put(INDEX, index.index());
        return Map.of(META, Map.of(RUN, all));
    }

    /** Returns counts as they are kept of a run that is completed. */
    static Map<String, Object> counts(GroupsCounts counts) {
        ToXContentObject json = (builder, params) -> GroupsXContent.counts(builder, counts);
        return XContentHelper.convertToMap(
                JsonXContent.jsonXContent, Strings.toString(json), false);
    }

    /** Returns whether a mapping is that of a run with such an index; a clone, or an index that was restored, has another name. */
    static boolean isOf(RunIndex index, Map<String, Object> mapping) {
        return XContentMapValues.extractValue(META + "." + RUN, mapping) instanceof Map<?, ?> run
                && index.alias().equals(run.get(DEST))
                && index.index().equals(run.get(INDEX));
    }

    /** Returns whether a mapping is that of versions in which the destination was the index of all runs. */
    static boolean isOfEarlierVersion(Map<String, Object> mapping) {
        return XContentMapValues.extractValue(META + "." + RUN + ".version", mapping) != null;
    }

    private static Map<String, Object> properties() {
        return Map.ofEntries(
                type(KIND, "keyword"),
                type(GROUP, "keyword"),
                type(PART, "integer"),
                type(PARTS, "integer"),
                type(GroupsXContent.SIZE, "long"),
                type(GroupsXContent.TEXTS, "integer"),
                document(GroupsXContent.KEEPER),
                Map.entry(GroupsXContent.MEMBERS, members()),
                type(GroupsXContent.SMALLEST_SIMILARITY, "float"),
                type(GroupsXContent.SMALLEST_SIMILARITY_OF, "keyword"),
                document(GroupsXContent.A),
                document(GroupsXContent.B),
                type(GroupsXContent.SIMILARITY, "float"));
    }

    private static Map.Entry<String, Object> document(String name) {
        return Map.entry(name, Map.of("properties", documentProperties()));
    }

    private static Map<String, Object> documentProperties() {
        return Map.ofEntries(
                type(GroupsXContent.INDEX, "keyword"),
                type(GroupsXContent.ID, "keyword"),
                type(GroupsXContent.ROUTING, "keyword"));
    }

    private static Map<String, Object> members() {
        Map<String, Object> properties = new HashMap<>(documentProperties());
        properties.put(GroupsXContent.SIMILARITY, Map.of("type", "float"));
        // A template may ask for a synthetic source, which would separate ids from similarities.
        return Map.of("properties", properties, "synthetic_source_keep", "arrays");
    }

    private static Map.Entry<String, Object> type(String name, String type) {
        return Map.entry(name, Map.of("type", type));
    }
}
