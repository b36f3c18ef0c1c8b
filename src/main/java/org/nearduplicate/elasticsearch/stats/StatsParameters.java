package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.xcontent.XContentParserUtils;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.sketch.IntParameter;

/**
 * The parameters of a request for statistics.
 *
 * @param size how many of the largest buckets of a field are reported at most, see {@link #SIZE}
 * @param fields names of {@code minhash} fields, and patterns that may match others; at least one
 */
public record StatsParameters(int size, List<String> fields) implements Writeable {

    /** The most buckets of a field that are reported. */
    public static final IntParameter SIZE = new IntParameter("size", 5, 1, 100);

    /** The name of the list of fields. */
    static final String FIELDS = "fields";

    private static final RequestBody BODY = new RequestBody("near_duplicate stats")
            .parameters(SIZE)
            .value(FIELDS, StatsParameters::fields);

    /** @throws IllegalArgumentException if a value is out of its bounds */
    public StatsParameters {
        SIZE.check(size);
        fields = List.copyOf(fields);
        if (fields.isEmpty() || fields.contains("")) {
            throw new IllegalArgumentException(
                    "[" + FIELDS + "] must be names of fields or patterns, got " + fields);
        }
    }

    StatsParameters(StreamInput in) throws IOException {
        this(in.readVInt(), in.readStringCollectionAsList());
    }

    /**
     * Reads a request: its URL, or its body.
     *
     * @throws IllegalArgumentException if a value is not allowed, or differs between URL and body
     */
    static StatsParameters parse(RestRequest request) throws IOException {
        RequestBody.Values said = BODY.read(request);
        said.addFromUrl(request, SIZE.name(), SIZE::parse);
        said.addFromUrl(request, FIELDS, StatsParameters::split);
        return new StatsParameters(said.orDefault(SIZE), said.get(FIELDS, List.of("*")));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(size);
        out.writeStringCollection(fields);
    }

    /**
     * Returns how many buckets a shard finds: more than are reported, as large buckets of an index may be smaller in one
     * of its shards, and as near duplicates share several.
     */
    int shardSize() {
        return 8 * size + 40;
    }

    /** Returns those of the fields that are names. */
    List<String> exactNames() {
        return fields.stream().filter(name -> Regex.isSimpleMatchPattern(name) == false).toList();
    }

    /** Describes the request for a reader; the indices follow. */
    String describe() {
        return "statistics of near duplicates by " + fields;
    }

    private static List<String> split(String names) {
        return List.of(Strings.splitStringByCommaToArray(names));
    }

    private static List<String> fields(XContentParser parser) throws IOException {
        if (parser.currentToken() == Token.VALUE_STRING) {
            return split(parser.text());
        }
        requireToken(parser, Token.START_ARRAY);
        return XContentParserUtils.parseList(parser, name -> {
            requireToken(name, Token.VALUE_STRING);
            return name.text();
        });
    }

    private static void requireToken(XContentParser parser, Token token) throws IOException {
        if (parser.currentToken() != token) {
            throw new IllegalArgumentException(
                    "[" + FIELDS + "] must be a name or an array of names, got ["
                            + RequestBody.value(parser) + "]");
        }
    }
}
