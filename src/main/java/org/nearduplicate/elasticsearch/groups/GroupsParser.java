package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.index.query.AbstractQueryBuilder.parseTopLevelQuery;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
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
    static final String QUERY = "query";
    static final String DEST = "dest";

    private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>(
            "near_duplicate groups", Body::new);

    static {
        PARSER.declareString((body, field) -> body.field = field, new ParseField(FIELD));
        declare(Parameters.MIN_SIMILARITY, (body, value) -> body.minSimilarity = value);
        declare(Verify.PARAMETER, (body, value) -> body.verify = value);
        PARSER.declareObject(
                (body, query) -> body.query = query,
                (parser, context) -> parseTopLevelQuery(parser),
                new ParseField(QUERY));
        declare(Method.PARAMETER, (body, value) -> body.method = value);
        PARSER.declareObject(
                (body, keepBy) -> body.keepBy = keepBy,
                (parser, context) -> KeepBy.parse(parser),
                new ParseField(KeepBy.NAME));
        declare(GroupsOptions.MIN_GROUP_SIZE, (body, value) -> body.minGroupSize = value);
        declare(GroupsOptions.MAX_BUCKET_SIZE, (body, value) -> body.maxBucketSize = value);
        declare(GroupsParameters.SIZE, (body, value) -> body.size = value);
        declare(GroupsParameters.MAX_MEMBERS, (body, value) -> body.maxMembers = value);
        PARSER.declareBoolean((body, pairs) -> body.pairs = pairs, new ParseField("pairs"));
        declare(GroupsParameters.MAX_PAIRS, (body, value) -> body.maxPairs = value);
        PARSER.declareString((body, dest) -> body.dest = dest, new ParseField(DEST));
        PARSER.declareBoolean(
                (body, wait) -> body.waitForCompletion = wait,
                new ParseField(WaitForCompletion.NAME));
    }

    private GroupsParser() {}

    /** What the body of a request says, defaults where it says nothing. */
    static final class Body {

        private String field;
        private Double minSimilarity;
        private Verify verify = Verify.PARAMETER.defaultValue();
        private QueryBuilder query = new MatchAllQueryBuilder();
        private Method method = Method.PARAMETER.defaultValue();
        private KeepBy keepBy = KeepBy.DEFAULT;
        private int minGroupSize = GroupsOptions.MIN_GROUP_SIZE.defaultValue();
        private int maxBucketSize = GroupsOptions.MAX_BUCKET_SIZE.defaultValue();
        private int size = GroupsParameters.SIZE.defaultValue();
        private int maxMembers = GroupsParameters.MAX_MEMBERS.defaultValue();
        private boolean pairs;
        private int maxPairs = GroupsParameters.MAX_PAIRS.defaultValue();
        private String dest;
        private boolean waitForCompletion = true;

        private Body() {}

        /** Returns whether the answer waits for the groups. */
        boolean waitForCompletion() {
            return waitForCompletion;
        }

        /**
         * Returns the parameters.
         *
         * @throws IllegalArgumentException if one is missing
         */
        GroupsParameters parameters() {
            return new GroupsParameters(
                    field, minSimilarity, verify, query, method, keepBy, minGroupSize,
                    maxBucketSize, size, maxMembers, pairs, maxPairs, dest);
        }
    }

    /**
     * Reads a body.
     *
     * @throws IllegalArgumentException if a value is not allowed
     * @throws IOException if the JSON is broken
     */
    static Body parse(XContentParser parser) throws IOException {
        return RequestBody.read(parser, object -> PARSER.parse(object, null));
    }

    private static <T> void declare(Parameter<T> parameter, BiConsumer<Body, T> consumer) {
        RequestBody.declare(PARSER, parameter, consumer);
    }
}
