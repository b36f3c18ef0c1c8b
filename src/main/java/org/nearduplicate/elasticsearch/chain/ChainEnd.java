package org.nearduplicate.elasticsearch.chain;

import static org.elasticsearch.xcontent.ConstructingObjectParser.constructorArg;
import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.Locale;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;

/**
 * One end of a chain, as a user names it.
 *
 * @param index its index or an alias of it, or null for whichever of the target has it
 * @param id its {@code _id}
 * @param routing its {@code _routing}, or null
 */
public record ChainEnd(String index, String id, String routing) {

    private static final ParseField INDEX = new ParseField("_index");
    private static final ParseField ID = new ParseField("_id");
    private static final ParseField ROUTING = new ParseField("_routing");

    private static final ConstructingObjectParser<ChainEnd, Void> PARSER =
            new ConstructingObjectParser<>(
                    "document",
                    args -> new ChainEnd((String) args[0], (String) args[1], (String) args[2]));

    static {
        PARSER.declareString(optionalConstructorArg(), INDEX);
        // Elasticsearch takes numbers for both wherever a user writes them.
        PARSER.declareField(constructorArg(), (p, c) -> p.text(), ID, ValueType.LONG);
        PARSER.declareField(optionalConstructorArg(), (p, c) -> p.text(), ROUTING, ValueType.LONG);
    }

    /**
     * Checks the names.
     *
     * @throws IllegalArgumentException if there is no {@code _id}, or one of them is empty
     */
    public ChainEnd {
        if (id == null || id.isEmpty()) {
            throw new IllegalArgumentException("[_id] must not be empty, got [" + id + "]");
        }
        if (index != null && index.isEmpty()) {
            throw new IllegalArgumentException("[_index] must not be empty, got []");
        }
    }

    /** Reads an {@code _id}, or an object of names. */
    static ChainEnd parse(XContentParser parser, String parameter) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING, VALUE_NUMBER -> new ChainEnd(null, parser.text(), null);
            case START_OBJECT -> PARSER.parse(parser, null);
            default ->
                throw new IllegalArgumentException(
                        String.format(
                                Locale.ROOT,
                                "[%s] must be an [_id] or a stored document {[_index], [_id], [_routing]},"
                                        + " got [%s]",
                                parameter,
                                parser.currentToken().isValue()
                                        ? parser.text()
                                        : parser.currentToken()));
        };
    }

    @Override
    public String toString() {
        return (index == null ? "" : "[_index] [" + index + "] and ") + "[_id] [" + id + "]"
                + (routing == null ? "" : " and [_routing] [" + routing + "]");
    }
}
