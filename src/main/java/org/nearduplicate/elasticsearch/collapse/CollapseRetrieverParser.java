package org.nearduplicate.elasticsearch.collapse;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameters;

/** Reads the retriever from JSON. Unknown parameters are refused. */
final class CollapseRetrieverParser {

    static final String RETRIEVER = "retriever";

    private static final ObjectParser<Written, RetrieverParserContext> PARSER =
            new ObjectParser<>(CollapseRetriever.NAME);

    static {
        PARSER.declareNamedObject(
                (retriever, child) -> retriever.child = child,
                (parser, context, name) -> parser.namedObject(
                        RetrieverBuilder.class, name, context),
                new ParseField(RETRIEVER));
        RequestBody.declareText(
                PARSER, CollapseOptions.FIELD, (retriever, field) -> retriever.field = field);
        RequestBody.declare(
                PARSER, Parameters.MIN_SIMILARITY,
                (retriever, value) -> retriever.minSimilarity = value);
        RequestBody.declare(
                PARSER, Verify.PARAMETER, (retriever, value) -> retriever.verify = value);
        RequestBody.declare(
                PARSER, CollapseOptions.RANK_WINDOW_SIZE,
                (retriever, value) -> retriever.rankWindowSize = value);
        RequestBody.declare(
                PARSER, CollapseOptions.MAX_NEAR_DUPLICATES,
                (retriever, value) -> retriever.maxNearDuplicates = value);
        // What every retriever has: Elasticsearch declares it for parsers of retrievers alone.
        PARSER.declareObjectArray(
                (retriever, filters) -> retriever.filters = filters,
                (parser, context) -> AbstractQueryBuilder.parseTopLevelQuery(
                        parser, context::trackQueryUsage),
                RetrieverBuilder.PRE_FILTER_FIELD);
        PARSER.declareFloat(
                (retriever, score) -> retriever.minScore = score, RetrieverBuilder.MIN_SCORE_FIELD);
        PARSER.declareString(
                (retriever, name) -> retriever.name = name, RetrieverBuilder.NAME_FIELD);
    }

    private CollapseRetrieverParser() {}

    /** What was written, defaults where nothing was. */
    private static final class Written {

        private RetrieverBuilder child;
        private String field;
        private Double minSimilarity;
        private Verify verify;
        private int rankWindowSize = CollapseOptions.RANK_WINDOW_SIZE.defaultValue();
        private int maxNearDuplicates = CollapseOptions.MAX_NEAR_DUPLICATES.defaultValue();
        private List<QueryBuilder> filters = List.of();
        private Float minScore;
        private String name;

        private CollapseRetriever retriever(CollapseRuns runs) {
            CollapseRetriever retriever = new CollapseRetriever(
                    runs,
                    RequestBody.requireGiven(RETRIEVER, child),
                    new CollapseOptions(
                            field, minSimilarity, verify, rankWindowSize, maxNearDuplicates));
            retriever.getPreFilterQueryBuilders().addAll(filters);
            retriever.minScore(minScore).retrieverName(name);
            return retriever;
        }
    }

    /**
     * Reads a retriever.
     *
     * @param runs will collapse its windows
     * @throws IllegalArgumentException if a parameter is unknown, missing or out of its bounds
     * @throws IOException if the JSON is broken
     */
    static CollapseRetriever parse(
            XContentParser parser, RetrieverParserContext context, CollapseRuns runs)
            throws IOException {
        return RequestBody.fill(parser, PARSER, new Written(), context).retriever(runs);
    }
}
