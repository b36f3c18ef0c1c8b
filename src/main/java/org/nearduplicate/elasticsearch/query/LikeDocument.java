package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.xcontent.ConstructingObjectParser.constructorArg;
import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.request.DocumentLookup;

/**
 * Documents like one that is stored.
 *
 * @param index the index, or an alias of one
 * @param id the document's {@code _id}
 * @param routing its routing, or null
 */
record LikeDocument(String index, String id, String routing) implements Like {

    private static final ParseField INDEX = new ParseField("_index");
    private static final ParseField ID = new ParseField("_id");
    private static final ParseField ROUTING = new ParseField("_routing");

    private static final ConstructingObjectParser<LikeDocument, Void> PARSER =
            new ConstructingObjectParser<>(
                    NAME,
                    args -> new LikeDocument((String) args[0], (String) args[1], (String) args[2]));

    static {
        PARSER.declareString(constructorArg(), INDEX);
        // Elasticsearch takes numbers for both wherever a user writes them.
        PARSER.declareField(constructorArg(), (p, c) -> p.text(), ID, ValueType.LONG);
        PARSER.declareField(optionalConstructorArg(), (p, c) -> p.text(), ROUTING, ValueType.LONG);
    }

    LikeDocument {
        requireText(INDEX, index);
        requireText(ID, id);
    }

    LikeDocument(StreamInput in) throws IOException {
        this(in.readString(), in.readString(), in.readOptionalString());
    }

    static LikeDocument parse(XContentParser parser) throws IOException {
        return PARSER.parse(parser, null);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(index);
        out.writeString(id);
        out.writeOptionalString(routing);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject(NAME);
        builder.field(INDEX.getPreferredName(), index);
        builder.field(ID.getPreferredName(), id);
        if (routing != null) {
            builder.field(ROUTING.getPreferredName(), routing);
        }
        return builder.endObject();
    }

    /** Says where the document is looked for, with the rights that the caller has there. */
    DocumentLookup lookup() {
        return new DocumentLookup(
                NAME,
                new String[] {index},
                SearchRequest.DEFAULT_INDICES_OPTIONS,
                null,
                id,
                routing,
                null);
    }

    private static void requireText(ParseField field, String value) {
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(
                    "[like] needs [" + field.getPreferredName() + "], got [" + value + "]");
        }
    }
}
