package org.nearduplicate.elasticsearch.query;

import java.io.IOException;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.ShareOf;

/** Reads a {@code near_duplicate} query from JSON. Unknown parameters are refused. */
final class NearDuplicateQueryParser {

    static final String FIELD = "field";

    private static final ObjectParser<Written, Void> PARSER = new ObjectParser<>(
            NearDuplicateQueryBuilder.NAME);

    static {
        RequestBody.declareText(PARSER, FIELD, (query, field) -> query.field = field);
        Like.declare(PARSER, Like.NAME, (query, like) -> query.like = like);
        RequestBody.declare(
                PARSER, Parameters.MIN_SIMILARITY, (query, value) -> query.minSimilarity = value);
        RequestBody.declare(PARSER, Verify.PARAMETER, (query, value) -> query.verify = value);
        RequestBody.declare(PARSER, ShareOf.PARAMETER, (query, value) -> query.shareOf = value);
        RequestBody.declareSwitch(
                PARSER, QueryOptions.INCLUDE_SELF, (query, value) -> query.includeSelf = value);
        RequestBody.declare(
                PARSER, QueryOptions.MAX_BUCKET_SIZE,
                (query, value) -> query.maxBucketSize = value);
        RequestBody.declareSwitch(
                PARSER, QueryOptions.IGNORE_UNMAPPED,
                (query, value) -> query.ignoreUnmapped = value);
        PARSER.declareFloat((query, boost) -> query.boost = boost,
                AbstractQueryBuilder.BOOST_FIELD);
        PARSER.declareString(
                (query, name) -> query.queryName = name, AbstractQueryBuilder.NAME_FIELD);
    }

    private NearDuplicateQueryParser() {}

    /** What was written, defaults where nothing was. */
    private static final class Written {

        private String field;
        private Like like;
        private Double minSimilarity = QueryOptions.DEFAULT.minSimilarity();
        private Verify verify = QueryOptions.DEFAULT.verify();
        private ShareOf shareOf = QueryOptions.DEFAULT.shareOf();
        private boolean includeSelf = QueryOptions.DEFAULT.includeSelf();
        private Integer maxBucketSize = QueryOptions.DEFAULT.maxBucketSize();
        private boolean ignoreUnmapped = QueryOptions.DEFAULT.ignoreUnmapped();
        private float boost = AbstractQueryBuilder.DEFAULT_BOOST;
        private String queryName;

        private NearDuplicateQueryBuilder query() {
            QueryOptions options =
                    new QueryOptions(
                            minSimilarity, verify, shareOf, includeSelf, maxBucketSize,
                            ignoreUnmapped);
            return new NearDuplicateQueryBuilder(
                    RequestBody.requireGiven(FIELD, field),
                    RequestBody.requireGiven(Like.NAME, like),
                    options)
                    .boost(boost)
                    .queryName(queryName);
        }
    }

    static NearDuplicateQueryBuilder parse(XContentParser parser) throws IOException {
        return RequestBody.fill(parser, PARSER, new Written()).query();
    }
}
