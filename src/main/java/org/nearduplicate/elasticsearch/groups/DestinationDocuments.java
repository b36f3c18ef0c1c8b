package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.nearduplicate.groups.Group;
import org.nearduplicate.groups.Member;
import org.nearduplicate.groups.Pair;

/**
 * Makes the documents of a run: one of a pair, and one of a group, or several if it has many members.
 *
 * @param dest the destination
 * @param run the id of the run
 */
record DestinationDocuments(String dest, String run) {

    /** The members of a group in one document at most: well below a megabyte even with long ids. */
    static final int MAX_MEMBERS = 1_000;

    /**
     * Makes the documents of a group. All repeat its keeper and its size.
     *
     * @param number the number of the group, from 1
     * @param group the group with all its members
     * @param consumer takes them
     * @throws IllegalArgumentException if the group does not list all its members, which would be lost
     */
    void group(int number, Group group, Consumer<IndexRequest> consumer) {
        List<Member> members = group.members();
        if (members.size() != group.size() - 1) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "group [%d] has [%d] documents and must list all but its keeper, got [%d]",
                            number,
                            group.size(),
                            members.size()));
        }
        int parts = Math.max(1, Math.ceilDiv(members.size(), MAX_MEMBERS));
        for (int part = 1; part <= parts; part++) {
            int from = (part - 1) * MAX_MEMBERS;
            int to = Math.min(members.size(), from + MAX_MEMBERS);
            consumer.accept(part(number, part, parts, group, members.subList(from, to)));
        }
    }

    /**
     * Makes the document of a pair.
     *
     * @param number the number of the pair, from 1
     * @param pair the pair
     * @return the document
     */
    IndexRequest pair(long number, Pair pair) {
        return document(
                DestinationMapping.KIND_PAIR + "-" + number, DestinationMapping.KIND_PAIR,
                builder -> GroupsXContent.pairFields(builder, pair));
    }

    private IndexRequest part(
            int number, int part, int parts, Group group, List<Member> members) {
        return document(
                DestinationMapping.KIND_GROUP + "-" + number + "-" + part,
                DestinationMapping.KIND_GROUP,
                builder -> {
                    builder.field(DestinationMapping.GROUP, number);
                    builder.field(DestinationMapping.PART, part);
                    builder.field(DestinationMapping.PARTS, parts);
                    GroupsXContent.groupFields(builder, group, members);
                });
    }

    private IndexRequest document(String name, String kind, Fields fields) {
        try {
            XContentBuilder builder = XContentFactory.jsonBuilder();
            builder.startObject();
            builder.field(DestinationMapping.KIND, kind);
            builder.field(DestinationMapping.RUN, run);
            fields.write(builder);
            builder.endObject();
            // The pipeline of a template would change or drop what is found.
            return new IndexRequest(dest)
                    .id(run + "-" + name)
                    .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                    .source(builder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes fields into an object. */
    @FunctionalInterface
    private interface Fields {

        void write(XContentBuilder builder) throws IOException;
    }
}
