package org.nearduplicate.elasticsearch.chain;

import static org.elasticsearch.xcontent.ConstructingObjectParser.constructorArg;
import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.groups.ChainSearch;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Parameters;

/** Reads the body of a request for a chain from JSON. Unknown parameters are refused. */
final class ChainOptionsParser {

    private static final ConstructingObjectParser<ChainOptions, Void> PARSER =
            new ConstructingObjectParser<>("chain", ChainOptionsParser::build);

    static {
        PARSER.declareString(constructorArg(), new ParseField("field"));
        declare("from", ValueType.VALUE_OBJECT_ARRAY, constructorArg(),
                p -> ChainEnd.parse(p, "from"));
        declare("to", ValueType.VALUE_OBJECT_ARRAY, constructorArg(), p -> ChainEnd.parse(p, "to"));
        declareOption(
                Parameters.MIN_SIMILARITY.name(),
                p -> Parameters.MIN_SIMILARITY.parse(p.textOrNull()));
        declareOption(Verify.PARAMETER.name(), p -> Verify.PARAMETER.parse(p.textOrNull()));
        PARSER.declareObject(
                optionalConstructorArg(),
                (parser, context) -> AbstractQueryBuilder.parseTopLevelQuery(parser),
                new ParseField("query"));
        declareOption(
                ChainSearch.MAX_LENGTH.name(),
                p -> ChainSearch.MAX_LENGTH.parse(p.textOrNull()));
    }

    private ChainOptionsParser() {}

    static ChainOptions parse(XContentParser parser) throws IOException {
        return RequestBody.read(parser, object -> PARSER.apply(object, null));
    }

    private static void declareOption(
            String name, CheckedFunction<XContentParser, Object, IOException> reader) {
        declare(name, ValueType.VALUE, optionalConstructorArg(), reader);
    }

    private static void declare(
            String name,
            ValueType type,
            BiConsumer<ChainOptions, Object> argument,
            CheckedFunction<XContentParser, Object, IOException> reader) {
        PARSER.declareField(
                argument, (parser, context) -> reader.apply(parser), new ParseField(name), type);
    }

    /** Takes the values in the order in which they were declared. */
    private static ChainOptions build(Object[] values) {
        return new ChainOptions(
                (String) values[0],
                (ChainEnd) values[1],
                (ChainEnd) values[2],
                (Double) values[3],
                values[4] == null ? Verify.PARAMETER.defaultValue() : (Verify) values[4],
                (QueryBuilder) values[5],
                values[6] == null ? ChainSearch.MAX_LENGTH.defaultValue() : (Integer) values[6]);
    }
}
