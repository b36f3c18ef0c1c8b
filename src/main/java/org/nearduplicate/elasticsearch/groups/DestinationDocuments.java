package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Pair;

/**
 * Makes the documents of a run: one of a pair, and one of each part of a group.
 *
 * @param index that of the run
 */
record DestinationDocuments(RunIndex index) {

    /** The members of a group in one document at most: well below a megabyte even with long ids. */
    static final int MAX_MEMBERS = 1_000;

    /**
     * Makes the document of a part of a group. All parts repeat its keeper and its size.
     *
     * @param part the number of the part, from 1
     * @param group the group with the members of the part
     * @return the document
     * @throws IllegalArgumentException if these are not as many as they must be, so that some would be
     *     lost
     */
    IndexRequest part(int part, Group group) {
        long others = group.size() - 1;
        long before = (part - 1L) * MAX_MEMBERS;
        long expected = Math.min(MAX_MEMBERS, others - before);
        if (group.members().size() != expected) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT,
                            "part [%d] of a group of [%d] documents must list [%d] members, got [%d]",
                            part, group.size(), expected, group.members().size()));
        }
        String identifier = GroupIdentifier.of(group.keeper());
        return document(
                DestinationMapping.KIND_GROUP + "-" + identifier + "-" + part,
                DestinationMapping.KIND_GROUP,
                builder -> {
                    builder.field(DestinationMapping.GROUP, identifier);
                    builder.field(DestinationMapping.PART, part);
                    builder.field(
                            DestinationMapping.PARTS,
                            Math.max(1, Math.ceilDiv(others, MAX_MEMBERS)));
                    GroupsXContent.groupFields(builder, group);
                });
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

    private IndexRequest document(String name, String kind, Fields fields) {
        try {
            XContentBuilder builder = XContentFactory.jsonBuilder();
            builder.startObject();
            builder.field(DestinationMapping.KIND, kind);
            fields.write(builder);
            builder.endObject();
            // The pipeline of a template would change or drop what is found.
            return new IndexRequest(index.writeAlias())
                    .id(name)
                    .setRequireAlias(true)
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
