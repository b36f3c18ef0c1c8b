package org.nearduplicate.elasticsearch.query;

import static org.elasticsearch.xcontent.ConstructingObjectParser.constructorArg;
import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameters;

/** Reads a {@code near_duplicate} query from JSON. Unknown parameters are refused. */
final class NearDuplicateQueryParser {

    static final String FIELD = "field";

    private static final ConstructingObjectParser<NearDuplicateQueryBuilder, Void> PARSER =
            new ConstructingObjectParser<>(
                    NearDuplicateQueryBuilder.NAME, NearDuplicateQueryParser::build);

    static {
        PARSER.declareString(constructorArg(), new ParseField(FIELD));
        PARSER.declareField(
                constructorArg(),
                (parser, context) -> Like.parse(parser),
                new ParseField(Like.NAME),
                ValueType.VALUE_OBJECT_ARRAY);
        declareOption(Parameters.MIN_SIMILARITY.name(),
                p -> Parameters.MIN_SIMILARITY.parse(p.textOrNull()));
        declareOption(Verify.PARAMETER.name(), p -> Verify.PARAMETER.parse(p.textOrNull()));
        PARSER.declareBoolean(optionalConstructorArg(), new ParseField(QueryOptions.INCLUDE_SELF));
        declareOption(
                QueryOptions.MAX_BUCKET_SIZE.name(),
                p -> QueryOptions.MAX_BUCKET_SIZE.parse(p.textOrNull()));
        PARSER.declareBoolean(
                optionalConstructorArg(), new ParseField(QueryOptions.IGNORE_UNMAPPED));
        NearDuplicateQueryBuilder.declareStandardParameters(PARSER);
    }

    private NearDuplicateQueryParser() {}

    static NearDuplicateQueryBuilder parse(XContentParser parser) {
        return PARSER.apply(parser, null);
    }

    private static void declareOption(
            String name, CheckedFunction<XContentParser, Object, IOException> reader) {
        PARSER.declareField(
                optionalConstructorArg(),
                (parser, context) -> reader.apply(parser),
                new ParseField(name),
                ValueType.VALUE);
    }

    /** Takes the values in the order in which they were declared. */
    private static NearDuplicateQueryBuilder build(Object[] values) {
        QueryOptions defaults = QueryOptions.DEFAULT;
        QueryOptions options =
                new QueryOptions(
                        (Double) values[2],
                        values[3] == null ? defaults.verify() : (Verify) values[3],
                        values[4] == null ? defaults.includeSelf() : (Boolean) values[4],
                        (Integer) values[5],
                        values[6] == null ? defaults.ignoreUnmapped() : (Boolean) values[6]);
        return new NearDuplicateQueryBuilder((String) values[0], (Like) values[1], options);
    }
}
