package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Locale;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.hash.MurmurHash3;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.shard.Document;

/**
 * Makes the documents of a run: one of a pair, and one of each part of a group.
 *
 * @param index that of the run
 */
record DestinationDocuments(RunIndex index) {

    /** The members of a group in one document at most: well below a megabyte even with long ids. */
    static final int MAX_MEMBERS = 1_000;

    /**
     * Makes the document of a part of a group, of which the first has the number 1. All parts repeat its keeper and its
     * size.
     *
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
        String identifier = identifier(group.keeper());
        return document(
                DestinationMapping.KIND_GROUP + "-" + identifier + "-" + part,
                DestinationMapping.KIND_GROUP,
                builder -> {
                    builder.field(DestinationMapping.GROUP, identifier);
                    builder.field(DestinationMapping.PART, part);
                    builder.field(
                            DestinationMapping.PARTS,
                            Math.max(1, Math.ceilDiv(others, MAX_MEMBERS)));
                    GroupsXContent.group(builder, group, ListedFields.NONE);
                });
    }

    /** Makes the document of a pair; the first pair has the number 1. */
    IndexRequest pair(long number, Pair pair) {
        return document(
                DestinationMapping.KIND_PAIR + "-" + number, DestinationMapping.KIND_PAIR,
                builder -> GroupsXContent.pair(builder, pair));
    }

    private IndexRequest document(String name, String kind,
            CheckedConsumer<XContentBuilder, IOException> fields) {
        try {
            XContentBuilder builder = XContentFactory.jsonBuilder();
            builder.startObject();
            builder.field(DestinationMapping.KIND, kind);
            fields.accept(builder);
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

    /**
     * Names a group by its keeper, so that the name lasts as long as the group has it: 128 bits of a hash, of which a
     * billion groups have two alike with a probability below 10⁻²⁰, as 22 characters of Base64.
     */
    static String identifier(Document keeper) {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            out.writeString(keeper.index());
            out.writeString(keeper.id());
            out.writeOptionalString(keeper.routing());
            BytesRef bytes = out.bytes().toBytesRef();
            MurmurHash3.Hash128 hash = MurmurHash3.hash128(
                    bytes.bytes, bytes.offset, bytes.length, 0, new MurmurHash3.Hash128());
            return Base64.getUrlEncoder().withoutPadding().encodeToString(
                    ByteBuffer.allocate(2 * Long.BYTES).putLong(hash.h1).putLong(hash.h2).array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
