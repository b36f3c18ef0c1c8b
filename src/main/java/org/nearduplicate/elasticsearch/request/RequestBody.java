package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.common.xcontent.XContentParserUtils;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestUtils;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.Parameter;

/**
 * Reads and writes an object of parameters: the body of a request, or an object in one. The reader of a parameter says
 * what its value should be. Parameters that are not declared are refused. Declared once, then safe for use by several threads.
 */
public final class RequestBody {

    /** The name of the parameter that limits a request to the documents of a query. */
    public static final String QUERY = "query";

    private static final Pattern UNKNOWN = Pattern.compile("unknown field \\[[^]]*\\]$");

    private final ObjectParser<Values, Object> object;
    private final Set<String> names = new LinkedHashSet<>();

    /** Begins without parameters; the name is what the object is called in errors. */
    public RequestBody(String name) {
        this.object = new ObjectParser<>(name);
    }

    /**
     * Reads the body of a request, or what its URL has instead, as a search does.
     *
     * @param request the request; without a body it says nothing
     * @throws IllegalArgumentException if it is anything but one object, or a value is not allowed
     */
    public Values read(RestRequest request) throws IOException {
        Values said = new Values();
        request.withContentOrSourceParamParserOrNull(parser -> {
            if (parser != null) {
                Token start = parser.nextToken();
                requireBody(start == Token.START_OBJECT, "[" + start);
                fill(said, parser, null);
                Token more = parser.nextToken();
                requireBody(more == null, "also [" + more);
            }
        });
        return said;
    }

    /**
     * Reads an object. The message says what is wrong with a value, not only its cause.
     *
     * @param context what readers of Elasticsearch's own objects need, or null
     * @throws IllegalArgumentException if a value is not allowed
     */
    public Values read(XContentParser parser, Object context) throws IOException {
        return fill(new Values(), parser, context);
    }

    private Values fill(Values said, XContentParser parser, Object context) throws IOException {
        try {
            return object.parse(parser, said, context);
        } catch (XContentParseException e) {
            throw withNames(withReason(e));
        }
    }

    /**
     * Checks that a parameter is not given twice in a URL, of which Elasticsearch would take the last.
     *
     * @throws IllegalArgumentException if it is
     */
    static void requireOnce(RestRequest request, String name) {
        String[] path = request.uri().split("\\?", 2);
        List<String> given = path.length < 2
                ? List.of()
                : Stream.of(path[1].split("[&;]"))
                        .map(pair -> pair.split("=", 2))
                        .filter(pair -> RestUtils.decodeComponent(pair[0]).equals(name))
                        .map(pair -> pair.length < 2 ? "" : RestUtils.decodeComponent(pair[1]))
                        .toList();
        if (given.size() > 1) {
            throw new IllegalArgumentException("[" + name + "] must be given once, got " + given);
        }
    }

    /** What an object says. */
    public static final class Values {

        private final Map<String, Object> values = new HashMap<>();

        /** Takes what another object says. */
        public void addAll(Values other) {
            values.putAll(other.values);
        }

        /** Returns a value, of the type that its reader gives, or null where none is said. */
        @SuppressWarnings("unchecked")
        public <T> T get(String name) {
            return (T) values.get(name);
        }

        /** Returns a value. */
        public <T> T get(String name, T otherwise) {
            T value = get(name);
            return value == null ? otherwise : value;
        }

        /** Returns the value of a parameter, or null where none is said. */
        public <T> T get(Parameter<T> parameter) {
            return get(parameter.name());
        }

        /** Returns the value of a parameter, or its default where none is said. */
        public <T> T orDefault(Parameter<T> parameter) {
            return get(parameter.name(), parameter.defaultValue());
        }

        /**
         * Takes a parameter from the URL too.
         *
         * @throws IllegalArgumentException if it is said twice and not the same, or its value is not allowed
         */
        public void addFromUrl(RestRequest request, String name, Function<String, ?> reader) {
            requireOnce(request, name);
            String text = request.param(name);
            if (text == null) {
                return;
            }
            Object inUrl = reader.apply(text);
            Object inBody = values.put(name, inUrl);
            if (inBody != null && inBody.equals(inUrl) == false) {
                throw new IllegalArgumentException(
                        "[" + name + "] must be the same in query string and body, got [" + inUrl
                                + "] and [" + inBody + "]");
            }
        }
    }

    /** Declares parameters, which give name and bounds, and read their values. */
    public RequestBody parameters(Parameter<?>... parameters) {
        for (Parameter<?> parameter : parameters) {
            value(parameter.name(), parser -> parameter.parse(value(parser)));
        }
        return this;
    }

    /** Declares a text; its name is that of the object, a dot and its own name if the object is a parameter itself. */
    public RequestBody text(String name) {
        return value(name, "a text", Set.of(Token.VALUE_STRING), XContentParser::text);
    }

    /** Declares a text that may look like a number. */
    public RequestBody name(String name) {
        return value(
                name, "a text or a number", Set.of(Token.VALUE_STRING, Token.VALUE_NUMBER),
                XContentParser::text);
    }

    /** Declares what is true or false. */
    public RequestBody flag(String name) {
        return value(name, parser -> {
            require(parser.isBooleanValue(), name, "[true] or [false]", parser);
            return parser.booleanValue();
        });
    }

    /** Declares an object in the object, which a message describes. */
    public RequestBody object(
            String name, String what, CheckedFunction<XContentParser, ?, IOException> reader) {
        return value(name, what, Set.of(Token.START_OBJECT), reader);
    }

    /** Declares an array, which a message describes. */
    public RequestBody array(
            String name, String what, CheckedFunction<XContentParser, ?, IOException> reader) {
        return value(
                name, what, Set.of(Token.START_ARRAY),
                parser -> XContentParserUtils.parseList(parser, reader::apply));
    }

    private RequestBody value(
            String name, String what, Set<Token> starts,
            CheckedFunction<XContentParser, ?, IOException> reader) {
        return value(name, parser -> {
            require(starts.contains(parser.currentToken()), name, what, parser);
            return reader.apply(parser);
        });
    }

    /** Declares a query of Elasticsearch. */
    public RequestBody query() {
        return object(QUERY, "a query, an object", AbstractQueryBuilder::parseTopLevelQuery);
    }

    /**
     * Declares a name that is none, or none any more, so that the error says what to write instead.
     *
     * @param instead what is said of it
     */
    public RequestBody refuse(String name, String instead) {
        return declare(name, parser -> {
            throw new IllegalArgumentException("[" + name + "] " + instead);
        });
    }

    /**
     * Declares a value of any kind.
     *
     * @param name its name; that of the object, a dot and its own if the object is a parameter itself
     */
    public RequestBody value(
            String name, CheckedFunction<XContentParser, ?, IOException> reader) {
        names.add(lastPart(name));
        return declare(name, reader);
    }

    private RequestBody declare(
            String name, CheckedFunction<XContentParser, ?, IOException> reader) {
        object.declareField(
                said(name), (parser, context) -> reader.apply(parser),
                new ParseField(lastPart(name)), ValueType.VALUE_OBJECT_ARRAY);
        return this;
    }

    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /**
     * Declares what Elasticsearch declares in its own objects, as it does.
     *
     * @param name its name
     * @param declaration does it, with {@link #said} as the consumer
     */
    public RequestBody with(
            String name, Consumer<ObjectParser<Values, Object>> declaration) {
        names.add(name);
        declaration.accept(object);
        return this;
    }

    /** Returns what keeps the value of a name. */
    public static <T> BiConsumer<Values, T> said(String name) {
        return (said, value) -> said.values.put(name, value);
    }

    /**
     * Returns what has to be given.
     *
     * @throws IllegalArgumentException if there is none, or an empty text
     */
    public static <T> T requireGiven(String name, T value) {
        if (value == null || value.equals("")) {
            throw new IllegalArgumentException("[" + name + "] must be given, got [" + value + "]");
        }
        return value;
    }

    /**
     * Returns what stands where something else should, for a message.
     *
     * @return the text of a value, else what begins there
     */
    public static Object value(XContentParser parser) throws IOException {
        Token token = parser.currentToken();
        boolean starts = token == Token.START_OBJECT || token == Token.START_ARRAY;
        // There is no token where SMILE or CBOR breaks off.
        return starts || token == null ? token : parser.textOrNull();
    }

    /** Writes the value of a parameter as users write it, unless there is none. */
    public static <T> void write(XContentBuilder builder, Parameter<T> parameter, T value)
            throws IOException {
        if (value != null) {
            builder.field(
                    parameter.name(),
                    value instanceof Enum<?> choice ? ChoiceParameter.nameOf(choice) : value);
        }
    }

    /**
     * Reads a text, or an array of texts.
     *
     * @param what what the value must be, for a message
     * @param most the texts that an array may have
     * @throws IllegalArgumentException if it is anything else, or has more
     */
    public static List<String> texts(String name, String what, int most, XContentParser parser)
            throws IOException {
        require(
                parser.currentToken() == Token.VALUE_STRING
                        || parser.currentToken() == Token.START_ARRAY,
                name, what, parser);
        if (parser.currentToken() == Token.VALUE_STRING) {
            return List.of(parser.text());
        }
        return XContentParserUtils.parseList(parser, (text, before) -> {
            if (text.currentToken() != Token.VALUE_STRING) {
                throw new IllegalArgumentException(
                        "[" + name + "] must be " + what + ", got [" + text.currentToken()
                                + "] in an array");
            }
            if (before == most) {
                throw new IllegalArgumentException(
                        "[" + name + "] must be an array of at most [" + most
                                + "] texts, got more");
            }
            return text.text();
        });
    }

    private static void require(
            boolean condition, String name, String what, XContentParser parser)
            throws IOException {
        if (condition == false) {
            throw new IllegalArgumentException(
                    "[" + name + "] must be " + what + ", got [" + value(parser) + "]");
        }
    }

    private static void requireBody(boolean condition, String got) {
        if (condition == false) {
            throw new IllegalArgumentException("the body must be one object, got " + got + "]");
        }
    }

    /** An object parser suggests what is written nearly alike; where nothing is, a user needs the names that there are. */
    private XContentParseException withNames(XContentParseException refusal) {
        String message = refusal.getMessage();
        return refusal.getCause() == null && UNKNOWN.matcher(message).find()
                ? new XContentParseException(null, message + ", must be one of " + names)
                : refusal;
    }

    /** An object parser says which value it could not read, and leaves it to a cause to say why. */
    private static XContentParseException withReason(XContentParseException refusal) {
        Exception reason = refusal;
        while (reason instanceof XContentParseException
                && (reason.getCause() instanceof IllegalArgumentException
                        || reason.getCause() instanceof ElasticsearchException)) {
            reason = (Exception) reason.getCause();
        }
        return reason == refusal
                ? refusal
                : new XContentParseException(
                        null, refusal.getMessage() + ": " + reason.getMessage(), reason);
    }
}
