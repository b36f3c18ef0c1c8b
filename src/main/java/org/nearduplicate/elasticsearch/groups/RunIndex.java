package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.common.hash.MurmurHash3;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.shard.Document;

/**
 * The index of one run, to which the alias that the request names leads once all groups are there: its names, its mapping,
 * whose {@code _meta} describes the run, and its documents, one of each pair, and one of each part of a group.
 *
 * @param alias what the request names
 * @param index an index of this run alone, whose name begins with that of the alias
 */
record RunIndex(String alias, String index) implements Writeable {

    /** The members of a group in one document at most: well below a megabyte even with long ids. */
    static final int MAX_MEMBERS = 1_000;

    /** What a document is: one of the kinds below. */
    static final String KIND = "kind";
    static final String KIND_GROUP = "group";
    static final String KIND_PAIR = "pair";

    /** The {@linkplain #identifier identifier} of a group. */
    private static final String GROUP = "group";
    /** The number of a document among those of its group, from 1. */
    private static final String PART = "part";
    /** The number of documents of a group. */
    private static final String PARTS = "parts";

    private static final String META = "_meta";
    private static final String RUN = "near_duplicate_groups";
    private static final String DEST = "dest";
    private static final String INDEX = "index";

    /** Returns the index of a run that begins. */
    static RunIndex of(String alias) {
        return new RunIndex(
                alias, prefix(alias) + UUIDs.randomBase64UUID().toLowerCase(Locale.ROOT));
    }

    RunIndex(StreamInput in) throws IOException {
        this(in.readString(), in.readString());
    }

    /** Returns what the names of the indices of all runs begin with. */
    static String prefix(String alias) {
        return alias + "-";
    }

    /** Returns the alias by which a run writes as long as it is not complete: its removal ends the run. */
    static String writeAlias(String index) {
        return index + "-writing";
    }

    /** Returns the alias by which this run writes. */
    String writeAlias() {
        return writeAlias(index);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(alias);
        out.writeString(index);
    }

    /** Writes where the groups are into an answer. */
    void toXContent(XContentBuilder builder) throws IOException {
        builder.startObject(GroupsParameters.DEST);
        builder.field("alias", alias);
        builder.field("index", index);
        builder.endObject();
    }

    /**
     * Returns the mapping. {@code members} is no nested field: a search for the group of a document is an ordinary search for
     * {@code members._id}, and a big group is not a thousand Lucene documents. Other fields are refused, so
     * that nothing but the groups is kept there.
     *
     * @param run what is known of the run
     */
    Map<String, Object> mapping(Map<String, Object> run) {
        Map<String, Object> mapping = new HashMap<>(meta(run));
        mapping.put("dynamic", "strict");
        mapping.put("properties", properties());
        return mapping;
    }

    /** Returns the {@code _meta} of the mapping, which describes the run. */
    Map<String, Object> meta(Map<String, Object> run) {
        Map<String, Object> all = new HashMap<>(run);
        all.put(DEST, alias);
        all.put(INDEX, index);
        return Map.of(META, Map.of(RUN, all));
    }

    /** Returns counts as they are kept of a run that is completed. */
    static Map<String, Object> counts(GroupsCounts counts) {
        ToXContentObject json = (builder, params) -> GroupsResponse.counts(builder, counts);
        return XContentHelper.convertToMap(
                JsonXContent.jsonXContent, Strings.toString(json), false);
    }

    /** Returns whether a mapping is that of this index; that of a clone, or of an index that was restored, has another name. */
    boolean isDescribedBy(Map<String, Object> mapping) {
        return XContentMapValues.extractValue(META + "." + RUN, mapping) instanceof Map<?, ?> run
                && alias.equals(run.get(DEST))
                && index.equals(run.get(INDEX));
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
                type(GroupsResponse.SIZE, "long"),
                type(GroupsResponse.TEXTS, "integer"),
                documentType(GroupsResponse.KEEPER),
                Map.entry(GroupsResponse.MEMBERS, members()),
                type(GroupsResponse.SMALLEST_SIMILARITY, "float"),
                type(GroupsResponse.SMALLEST_SIMILARITY_OF, "keyword"),
                documentType(GroupsResponse.A),
                documentType(GroupsResponse.B),
                type(GroupsResponse.SIMILARITY, "float"));
    }

    private static Map.Entry<String, Object> documentType(String name) {
        return Map.entry(name, Map.of("properties", documentProperties()));
    }

    private static Map<String, Object> documentProperties() {
        return Map.ofEntries(
                type(DocumentReference.INDEX, "keyword"),
                type(DocumentReference.ID, "keyword"),
                type(DocumentReference.ROUTING, "keyword"));
    }

    private static Map<String, Object> members() {
        Map<String, Object> properties = new HashMap<>(documentProperties());
        properties.put(GroupsResponse.SIMILARITY, Map.of("type", "float"));
        // A template may ask for a synthetic source, which would separate ids from similarities.
        return Map.of("properties", properties, "synthetic_source_keep", "arrays");
    }

    private static Map.Entry<String, Object> type(String name, String type) {
        return Map.entry(name, Map.of("type", type));
    }

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
                KIND_GROUP + "-" + identifier + "-" + part,
                KIND_GROUP,
                builder -> {
                    builder.field(GROUP, identifier);
                    builder.field(PART, part);
                    builder.field(
                            PARTS,
                            Math.max(1, Math.ceilDiv(others, MAX_MEMBERS)));
                    GroupsResponse.group(builder, group, ListedFields.NONE);
                });
    }

    /** Makes the document of a pair; the first pair has the number 1. */
    IndexRequest pair(long number, Pair pair) {
        return document(
                KIND_PAIR + "-" + number, KIND_PAIR,
                builder -> GroupsResponse.pair(builder, pair));
    }

    private IndexRequest document(String name, String kind,
            CheckedConsumer<XContentBuilder, IOException> fields) {
        try {
            XContentBuilder builder = XContentFactory.jsonBuilder();
            builder.startObject();
            builder.field(KIND, kind);
            fields.accept(builder);
            builder.endObject();
            // The pipeline of a template would change or drop what is found.
            return new IndexRequest(writeAlias())
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
