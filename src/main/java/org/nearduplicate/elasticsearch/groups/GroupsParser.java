package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.elasticsearch.request.WaitForCompletion;
import org.nearduplicate.groups.GroupsOptions;
import org.nearduplicate.groups.Method;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameter;
import org.nearduplicate.sketch.Parameters;

/** Reads the body of a request for groups. Unknown parameters are refused. */
final class GroupsParser {

    static final String FIELD = "field";
    static final String IGNORE_UNMAPPED = "ignore_unmapped";
    static final String FIELDS = "fields";
    static final String DEST = "dest";

    private static final String FIELD_NAMES = "an array of names of fields";

    private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>(
            "near_duplicate groups");
    private static final ObjectParser<Dest, Void> DEST_PARSER = new ObjectParser<>(DEST);

    static {
        RequestBody.declareText(PARSER, FIELD, (body, field) -> body.field = field);
        RequestBody.declareSwitch(
                PARSER, IGNORE_UNMAPPED, (body, value) -> body.ignoreUnmapped = value);
        declare(Parameters.MIN_SIMILARITY, (body, value) -> body.minSimilarity = value);
        declare(Verify.PARAMETER, (body, value) -> body.verify = value);
        RequestBody.declareQuery(PARSER, (body, query) -> body.query = query);
        declare(Method.PARAMETER, (body, value) -> body.method = value);
        RequestBody.declareObject(
                PARSER, KeepBy.NAME, "an object such as {\"by\": \"longest\"}", KeepBy::parse,
                (body, keepBy) -> body.keepBy = keepBy);
        declare(GroupsOptions.MIN_GROUP_SIZE, (body, value) -> body.minGroupSize = value);
        declare(GroupsOptions.MAX_BUCKET_TEXTS, (body, value) -> body.maxBucketTexts = value);
        RequestBody.refuse(
                PARSER, "max_bucket_size",
                "counts documents, as in a query; use [" + GroupsOptions.MAX_BUCKET_TEXTS.name()
                        + "], which counts distinct texts");
        declare(GroupsParameters.SIZE, (body, value) -> body.size = value);
        declare(GroupsParameters.MAX_MEMBERS, (body, value) -> body.maxMembers = value);
        RequestBody.declareSwitch(PARSER, "pairs", (body, pairs) -> body.pairs = pairs);
        declare(GroupsParameters.MAX_PAIRS, (body, value) -> body.maxPairs = value);
        RequestBody.declareArray(
                PARSER, FIELDS, FIELD_NAMES, GroupsParser::field,
                (body, fields) -> body.fields = fields);
        RequestBody.declareObject(
                PARSER, DEST, "an object such as {\"index\": \"news-groups\"}", GroupsParser::dest,
                (body, dest) -> body.dest = dest);
        RequestBody.refuse(
                PARSER, "incremental",
                "is no more: leave it out, as every run groups all documents and replaces what an earlier"
                        + " one wrote to [dest], and a group that stays keeps its identifier");
        WaitForCompletion.refuseInBody(PARSER);
        RequestBody.declareText(
                DEST_PARSER, DEST + ".index", (dest, index) -> dest.index = index);
    }

    private GroupsParser() {}

    /** What is said of the destination. */
    private static final class Dest {

        private String index;
    }

    /** What the body of a request says, defaults where it says nothing. */
    private static final class Body {

        private String field;
        private boolean ignoreUnmapped;
        private Double minSimilarity;
        private Verify verify;
        private QueryBuilder query = new MatchAllQueryBuilder();
        private Method method = Method.PARAMETER.defaultValue();
        private KeepBy keepBy = KeepBy.DEFAULT;
        private int minGroupSize = GroupsOptions.MIN_GROUP_SIZE.defaultValue();
        private int maxBucketTexts = GroupsOptions.MAX_BUCKET_TEXTS.defaultValue();
        private int size = GroupsParameters.SIZE.defaultValue();
        private int maxMembers = GroupsParameters.MAX_MEMBERS.defaultValue();
        private boolean pairs;
        private int maxPairs = GroupsParameters.MAX_PAIRS.defaultValue();
        private List<FieldAndFormat> fields = List.of();
        private String dest;

        private Body() {}

        private GroupsParameters parameters() {
            return new GroupsParameters(
                    field, ignoreUnmapped, minSimilarity, verify, query, method, keepBy,
                    minGroupSize, maxBucketTexts, size, maxMembers, pairs, maxPairs, fields,
                    dest);
        }
    }

    /**
     * Reads a body.
     *
     * @throws IllegalArgumentException if a value is not allowed, or one is missing
     * @throws IOException if the JSON is broken
     */
    static GroupsParameters parse(RestRequest request) throws IOException {
        return RequestBody.read(request, PARSER, new Body()).parameters();
    }

    private static FieldAndFormat field(XContentParser parser) throws IOException {
        XContentParser.Token token = parser.currentToken();
        if (token != XContentParser.Token.VALUE_STRING
                && token != XContentParser.Token.START_OBJECT) {
            throw new IllegalArgumentException(
                    "[" + FIELDS + "] must be " + FIELD_NAMES + ", got one of ["
                            + RequestBody.value(parser) + "]");
        }
        return FieldAndFormat.fromXContent(parser);
    }

    private static String dest(XContentParser parser) throws IOException {
        String index = RequestBody.fill(parser, DEST_PARSER, new Dest()).index;
        if (index == null || index.isEmpty()) {
            throw new IllegalArgumentException(
                    "[dest.index] must be the name of an index, got [" + index + "]");
        }
        return index;
    }

    private static <T> void declare(Parameter<T> parameter, BiConsumer<Body, T> consumer) {
        RequestBody.declare(PARSER, parameter, consumer);
    }
}
