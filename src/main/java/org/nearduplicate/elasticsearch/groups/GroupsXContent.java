package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.groups.Document;
import org.nearduplicate.groups.Group;
import org.nearduplicate.groups.Member;
import org.nearduplicate.groups.Pair;

/** How groups and pairs are written as JSON, in answers and in the documents of a destination. */
final class GroupsXContent {

    private GroupsXContent() {}

    /** Writes the fields of a group. */
    static void fields(XContentBuilder builder, Group group) throws IOException {
        builder.field("size", group.size());
        builder.field("contents", group.contents());
        builder.field("smallest_similarity", group.smallestSimilarity());
        builder.field(
                "smallest_similarity_of",
                group.ofAllPairs() ? "all_pairs" : "verified_and_keeper_pairs");
        document(builder, "keeper", group.keeper());
        builder.startArray("members");
        for (Member member : group.members()) {
            builder.startObject();
            fields(builder, member.document());
            builder.field("similarity", member.similarity());
            builder.endObject();
        }
        builder.endArray();
    }

    /** Writes the fields of a pair. */
    static void fields(XContentBuilder builder, Pair pair) throws IOException {
        document(builder, "a", pair.a());
        document(builder, "b", pair.b());
        builder.field("similarity", pair.similarity());
    }

    private static void document(XContentBuilder builder, String name, Document document)
            throws IOException {
        builder.startObject(name);
        fields(builder, document);
        builder.endObject();
    }

    private static void fields(XContentBuilder builder, Document document) throws IOException {
        builder.field("_index", document.index());
        builder.field("_id", document.id());
        if (document.routing() != null) {
            builder.field("_routing", document.routing());
        }
    }
}
