package org.nearduplicate.elasticsearch.peers;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.ChoiceParameter;

/**
 * What near duplicates have in common beside their texts, as users write it.
 *
 * @param same the fields whose values are the same, none if no values matter
 * @param missing what documents without a value in one of them are
 * @param within how far apart they are at most, or null if that does not matter
 */
public record PeerOptions(List<String> same, Missing missing, Within within)
        implements Writeable, ToXContentFragment {

    /** The parameter that names fields. */
    public static final String SAME = "same";

    /** The parameter that gives a field and an interval. */
    public static final String WITHIN = "within";

    /** Nothing. */
    public static final PeerOptions NONE = new PeerOptions(List.of(), Missing.NONE, null);

    private static final int MAX_FIELDS = 16;
    private static final String FIELDS = SAME + ".fields";
    private static final ChoiceParameter<Missing> MISSING =
            new ChoiceParameter<>(SAME + ".missing", Missing.NONE);
    private static final String A_FIELD = "the name of a field, an array of at most [" + MAX_FIELDS
            + "] names, or an object such as {\"fields\": [\"company\"], \"missing\": \"same\"}";
    private static final RequestBody SAME_OBJECT = new RequestBody(SAME)
            .value(FIELDS, PeerOptions::names)
            .parameters(MISSING);

    /** What a document without a value is a near duplicate of. */
    public enum Missing {

        /** Of no other document. */
        NONE,
        /** Of documents that have no value either. */
        SAME
    }

    /** Returns that near duplicates are no further apart than that. */
    public static PeerOptions of(Within within) {
        return new PeerOptions(List.of(), Missing.NONE, within);
    }

    /** @throws IllegalArgumentException if there are too many fields */
    public PeerOptions {
        same = List.copyOf(same);
        if (same.size() > MAX_FIELDS) {
            throw new IllegalArgumentException(
                    "[" + SAME + "] must be at most [" + MAX_FIELDS + "] fields, got ["
                            + same.size() + "]");
        }
    }

    /** Reads what {@link #writeTo} wrote. */
    public PeerOptions(StreamInput in) throws IOException {
        this(
                in.readStringCollectionAsList(), in.readEnum(Missing.class),
                in.readOptionalWriteable(Within::new));
    }

    /** Takes the values of an object that {@linkplain #declare declares} them. */
    public static PeerOptions of(RequestBody.Values said) {
        PeerOptions same = said.get(SAME, NONE);
        return new PeerOptions(same.same, same.missing, said.get(WITHIN));
    }

    /** Declares the parameters in an object. */
    public static RequestBody declare(RequestBody object) {
        return declareSame(object).object(WITHIN, Within.WHAT, Within::parse);
    }

    /** Declares the first of the parameters in an object that has no other. */
    public static RequestBody declareSame(RequestBody object) {
        return object.value(SAME, PeerOptions::parseSame);
    }

    private static PeerOptions parseSame(XContentParser parser) throws IOException {
        if (parser.currentToken() != Token.START_OBJECT) {
            return new PeerOptions(names(parser), Missing.NONE, null);
        }
        RequestBody.Values said = SAME_OBJECT.read(parser, null);
        return new PeerOptions(
                RequestBody.requireGiven(FIELDS, said.get(FIELDS)), said.orDefault(MISSING), null);
    }

    private static List<String> names(XContentParser parser) throws IOException {
        Object value = switch (parser.currentToken()) {
            case VALUE_STRING -> List.of(parser.text());
            case START_ARRAY -> parser.list();
            default -> null;
        };
        if (value instanceof List<?> names && names.isEmpty() == false
                && names.stream().allMatch(
                        name -> name instanceof String text && text.isBlank() == false)) {
            return names.stream().map(String.class::cast).toList();
        }
        throw new IllegalArgumentException(
                "[" + SAME + "] must be " + A_FIELD + ", got ["
                        + (value == null ? RequestBody.value(parser) : value) + "]");
    }

    /** Returns whether all documents are peers. */
    public boolean areNone() {
        return same.isEmpty() && within == null;
    }

    /** Returns the fields that are read. */
    public Stream<String> fields() {
        return within == null ? same.stream()
                : Stream.concat(same.stream(), Stream.of(within.field));
    }

    /** Returns whether they give the time of a text. */
    boolean hasOrigin() {
        return within != null && within.origin != null;
    }

    /** Returns the format of what is compared. */
    public PeerFormat format() {
        return areNone()
                ? PeerFormat.NONE
                : new PeerFormat(
                        same.isEmpty() == false, within == null ? null : within.duration());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeStringCollection(same);
        out.writeEnum(missing);
        out.writeOptionalWriteable(within);
    }

    /** Returns what a user would have written, by its parameters. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        if (same.isEmpty() == false) {
            map.put(
                    SAME,
                    missing == Missing.NONE
                            ? same
                            : Map.of(
                                    "fields", same, "missing", ChoiceParameter.nameOf(missing)));
        }
        if (within != null) {
            map.put(WITHIN, within.toMap());
        }
        return map;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        for (Map.Entry<String, Object> parameter : toMap().entrySet()) {
            builder.field(parameter.getKey(), parameter.getValue());
        }
        return builder;
    }

    /**
     * How far apart near duplicates are.
     *
     * @param field a field of dates, of several of which the earliest counts
     * @param interval how far apart they are at most, before or after
     * @param origin the time of the text that they are near duplicates of, as the field takes it; null for that of a document
     */
    public record Within(String field, TimeValue interval, String origin) implements Writeable {

        /** The parameter that gives the time of a text. */
        public static final String ORIGIN = WITHIN + ".origin";

        /** What it is, for errors. */
        public static final String WHAT =
                "an object such as {\"field\": \"published\", \"interval\": \"72h\"}";

        static final String FIELD = WITHIN + ".field";
        private static final String INTERVAL = WITHIN + ".interval";
        private static final TimeValue MOST = TimeValue.timeValueDays(36_500);
        private static final RequestBody OBJECT =
                new RequestBody(WITHIN).text(FIELD).text(INTERVAL);
        private static final RequestBody OBJECT_WITH_ORIGIN =
                new RequestBody(WITHIN).text(FIELD).text(INTERVAL).name(ORIGIN);

        /** Reads what {@link #writeTo} wrote. */
        public Within(StreamInput in) throws IOException {
            this(in.readString(), in.readTimeValue(), in.readOptionalString());
        }

        private static Within parse(XContentParser parser) throws IOException {
            return of(OBJECT.read(parser, null));
        }

        /** Reads an object that may have an origin. */
        public static Within parseWithOrigin(XContentParser parser) throws IOException {
            return of(OBJECT_WITH_ORIGIN.read(parser, null));
        }

        private static Within of(RequestBody.Values said) {
            return new Within(
                    RequestBody.requireGiven(FIELD, said.get(FIELD)),
                    interval(RequestBody.requireGiven(INTERVAL, said.get(INTERVAL))),
                    said.get(ORIGIN));
        }

        private static TimeValue interval(String text) {
            try {
                TimeValue interval = TimeValue.parseTimeValue(text, INTERVAL);
                if (interval.nanos() > 0 && interval.compareTo(MOST) <= 0) {
                    return interval;
                }
            } catch (IllegalArgumentException e) {
                throw refusal(text, e);
            }
            throw refusal(text, null);
        }

        private static IllegalArgumentException refusal(String got, Exception cause) {
            return new IllegalArgumentException(
                    "[" + INTERVAL
                            + "] must be a time with its unit, such as [72h], more than 0 and at most ["
                            + MOST.getStringRep() + "], got [" + got + "]",
                    cause);
        }

        private Duration duration() {
            return Duration.ofNanos(interval.nanos());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(field);
            out.writeTimeValue(interval);
            out.writeOptionalString(origin);
        }

        private Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("field", field);
            map.put("interval", interval.getStringRep());
            if (origin != null) {
                map.put("origin", origin);
            }
            return map;
        }
    }
}
