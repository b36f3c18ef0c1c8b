package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Fields of every type either say which documents belong together, in an index and before one has them, or are refused. */
public class PeerFieldsIT {

    private static final String INDEX = "peer-fields";
    private static final String TEXT = Texts.window("p", 0, 40);
    private static final Map<String, ?> KEYWORD = Map.of("type", "keyword");
    private static final Map<String, ?> ALONE = Map.of(TestIndex.FIELD, TEXT);
    private static final String PIPELINE = "peer-fields";
    private static final String NO_PIPELINE = "_none";

    private static RestCalls rest;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
    }

    /**
     * A field, and values of it.
     *
     * @param name what a request calls it
     * @param mapping that of its property
     * @param first the value of a document
     * @param same what the mapping takes for the same
     * @param other another value
     */
    private record Compared(
            String name, Map<String, ?> mapping, Object first, Object same, Object other) {

        static Compared of(String type, Object first, Object same, Object other) {
            return new Compared("a_" + type, Map.of("type", type), first, same, other);
        }

        String property() {
            return name.split("[.]")[0];
        }

        Map<String, ?> source(Object value) {
            return PeerFieldsIT.source(property(), value);
        }
    }

    /** What half floats and floats round to the same is the same; the longs are no doubles. */
    private static final List<Compared> COMPARED = List.of(
            Compared.of("keyword", List.of("a", "b"), List.of("b", "a", "b"), "a"),
            new Compared(
                    "short", Map.of("type", "keyword", "ignore_above", 3),
                    List.of("abc", "ignored"), "abc", "abd"),
            new Compared(
                    "none", Map.of("type", "keyword", "null_value", "no"), null, "no", "yes"),
            new Compared(
                    "title.low",
                    Map.of(
                            "type", "text", "fields",
                            Map.of("low", Map.of("type", "keyword", "normalizer", "lowercase"))),
                    "ACME", "acme", "other"),
            new Compared("of.object", Map.of("properties", Map.of("object", KEYWORD)),
                    Map.of("object", "a"), Map.of("object", "a"), Map.of("object", "b")),
            Compared.of("byte", 1, "1", 2),
            Compared.of("integer", 7, "7.9", 8),
            Compared.of(
                    "long", 9_007_199_254_740_993L, "9007199254740993", 9_007_199_254_740_992L),
            Compared.of("half_float", 1.1, 1.0999, 1.101),
            Compared.of("float", 0.1, 0.1000000001, 0.1000001),
            Compared.of("double", 0.1, "1e-1", 0.10000000000000002),
            Compared.of("boolean", true, "true", false),
            Compared.of("ip", "10.0.0.1", "::ffff:10.0.0.1", "10.0.0.2"),
            Compared.of("date", "2026-01-01", 1_767_225_600_000L, "2026-01-01T00:00:00.001Z"),
            Compared.of(
                    "date_nanos", "2026-01-01T00:00:00.000000001Z",
                    "2026-01-01T01:00:00.000000001+01:00", "2026-01-01T00:00:00.000000002Z"),
            new Compared(
                    "seconds", Map.of("type", "date", "format", "epoch_second"), -5, "-5", -6));

    @Test
    public void valuesAreThoseOfTheType() throws IOException {
        Map<String, Object> properties = new LinkedHashMap<>();
        COMPARED.forEach(field -> properties.put(field.property(), field.mapping()));
        Map<String, Object> expected = new TreeMap<>();
        Map<String, Object> found = new TreeMap<>();
        for (Compared field : COMPARED) {
            create(INDEX, properties);
            drop(Map.of("same", field.name()));
            Map<String, ?> first = field.source(field.first());
            Map<String, ?> same = field.source(field.same());
            Map<String, ?> other = field.source(field.other());
            List<Object> results = new ArrayList<>();
            results.add(bulk(NO_PIPELINE, first, same, other, ALONE));
            results.add(
                    GroupsAnswer.ask(rest, INDEX, Map.of("same", field.name())).groups());
            create(INDEX, properties);
            results.add(bulk(PIPELINE, first, same, other, ALONE));
            results.add(bulk(PIPELINE, other, same, first));
            found.put(field.name(), results);
            expected.put(
                    field.name(),
                    List.of(
                            List.of("created", "created", "created", "created"),
                            List.of(List.of("0", "1")),
                            List.of("created", "noop", "created", "created"),
                            List.of("noop", "noop", "noop")));
        }
        assertEquals(expected, found);
    }

    /** A field that is none of a document, or whose values in memory are not those of an index, is none. */
    @Test
    public void fieldsThatAreRefused() throws IOException {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (String type : List.of("text", "binary", "geo_point", "integer_range", "flattened")) {
            properties.put("a_" + type, Map.of("type", type));
        }
        properties.put("bare", Map.of("type", "keyword", "doc_values", false));
        properties.put("object", Map.of("properties", Map.of("a", KEYWORD)));
        properties.put("nested", Map.of("type", "nested", "properties", Map.of("a", KEYWORD)));
        Map<String, Object> runtime = Map.of("runtime", KEYWORD);
        create(INDEX, properties);
        rest.put("/" + INDEX + "/_mapping", Map.of("runtime", runtime)).ok();
        List<String> fields = Stream.of(
                properties.keySet(), runtime.keySet(),
                List.of(
                        TestIndex.FIELD, "nested.a", "a_flattened.a", "_id", "_index", "_routing",
                        "_source", "_seq_no", "_version", "_ignored", "_tier", "_doc_count"))
                .flatMap(names -> names.stream())
                .toList();
        for (String field : fields) {
            String reason = "[same] must be a field with doc values that have an order, got ["
                    + field + "] of index [" + INDEX + "], ";
            GroupsAnswer.send(rest, INDEX, Map.of("same", field)).refused(400, reason);
            drop(Map.of("same", field));
            rest.call(
                    "PUT", "/" + INDEX + "/_doc/1?pipeline=" + PIPELINE, Json.of(ALONE))
                    .refused(400, reason);
        }
    }

    /** Whole numbers of two sizes are of one kind, all other types have one of their own. */
    @Test
    public void typesOfTwoIndices() throws IOException {
        String other = INDEX + "-other";
        List<String> types = List.of(
                "byte", "long", "double", "float", "half_float", "date", "date_nanos", "keyword",
                "boolean");
        for (int i = 1; i < types.size(); i++) {
            String type = types.get(i - 1);
            Object value = type.equals("keyword") ? true : 1;
            create(INDEX, Map.of("value", Map.of("type", type)));
            create(other, Map.of("value", Map.of("type", types.get(i))));
            bulk(NO_PIPELINE, source("value", value));
            rest.bulk("/" + other + "/_bulk?refresh", Map.of("1", source("value", value)));
            String both = INDEX + "," + other;
            if (type.equals("byte")) {
                assertEquals(
                        List.of(List.of("0", "1")),
                        GroupsAnswer.ask(rest, both, Map.of("same", "value")).groups());
            } else {
                GroupsAnswer.send(rest, both, Map.of("same", "value"))
                        .refused(400, "[same]", "[" + types.get(i) + "] in [" + other);
            }
        }
    }

    /**
     * Times of documents.
     *
     * @param mapping of the field
     * @param near a time that is as far from the first as the interval
     * @param far the time that follows
     */
    private record Timed(
            Map<String, ?> mapping, String interval, Object first, Object near, Object far) {}

    private static final List<Timed> TIMED = List.of(
            new Timed(
                    Map.of("type", "date"), "2ms", "1969-12-31T23:59:59.999Z",
                    "1970-01-01T00:00:00.001Z", "1970-01-01T00:00:00.002Z"),
            new Timed(
                    Map.of("type", "date"), "1d", "1815-06-18T11:00:00Z", "1815-06-19T11:00:00Z",
                    "1815-06-19T11:00:00.001Z"),
            new Timed(
                    Map.of("type", "date_nanos"), "2nanos", "1970-01-01T00:00:00.999999999Z",
                    "1970-01-01T00:00:01.000000001Z", "1970-01-01T00:00:01.000000002Z"),
            new Timed(Map.of("type", "date", "format", "epoch_second"), "10s", -5, 5, 6));

    @Test
    public void timesOfEveryType() throws IOException {
        for (Timed timed : TIMED) {
            Map<String, Object> properties =
                    Map.of("at", timed.mapping(), "rank", Map.of("type", "integer"));
            Map<String, Object> within = new LinkedHashMap<>(
                    Map.of("within", Map.of("field", "at", "interval", timed.interval())));
            Map<String, ?> first = source("at", timed.first());
            Map<String, ?> near = source("at", timed.near());
            Map<String, ?> far = source("at", timed.far());
            create(INDEX, properties);
            bulk(NO_PIPELINE, first, near, far, ALONE);
            within.put("method", "star");
            assertEquals(
                    timed.toString(), List.of(List.of("0", "1")),
                    GroupsAnswer.ask(rest, INDEX, within).groups());
            within.remove("method");
            within.put("like", Map.of("_id", "0"));
            assertEquals(timed.toString(), Set.of("1"), hits(within));
            within.put("like", TEXT);
            within.put(
                    "within",
                    Map.of(
                            "field", "at", "interval", timed.interval(), "origin",
                            timed.far().toString()));
            assertEquals(timed.toString(), Set.of("1", "2"), hits(within));
            within.remove("like");
            within.put("within", Map.of("field", "at", "interval", timed.interval()));
            drop(within);
            create(INDEX, properties);
            assertEquals(
                    timed.toString(), List.of("created", "noop", "created", "created"),
                    bulk(PIPELINE, first, near, far, ALONE));
            assertEquals(
                    timed.toString(), List.of("noop", "created"), bulk(PIPELINE, near, ALONE));
            create(INDEX, properties);
            assertEquals(
                    timed.toString(), List.of("created", "created", "noop"),
                    bulk(PIPELINE, far, first, near));
        }
    }

    private static Set<String> hits(Map<String, ?> query) throws IOException {
        return TestIndex.scores(
                rest.post("/" + INDEX + "/_search", Map.of("query", TestIndex.query(query))))
                .keySet();
    }

    private static void create(String index, Map<String, ?> properties) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>(properties);
        all.put(TestIndex.FIELD, TestIndex.minHash(Map.of()));
        TestIndex.createWith(rest, index, TestIndex.settings(1), all);
    }

    /** Makes the pipeline, which drops near duplicates that belong together. */
    private static void drop(Map<String, ?> together) throws IOException {
        Map<String, Object> processor = new LinkedHashMap<>(together);
        processor.putAll(
                Map.of(
                        "field", TestIndex.FIELD, "index", INDEX, "near_field", TestIndex.FIELD,
                        "action", "drop"));
        rest.put(
                "/_ingest/pipeline/" + PIPELINE,
                Map.of("processors", List.of(Map.of("near_duplicate", processor)))).ok();
    }

    private static Map<String, ?> source(String property, Object value) {
        Map<String, Object> source = new LinkedHashMap<>(ALONE);
        source.put(property, value);
        return source;
    }

    /** Indexes documents under the identifiers 0, 1, 2 … in one request, and returns what became of each. */
    @SafeVarargs
    private static List<String> bulk(String pipeline, Map<String, ?>... sources)
            throws IOException {
        List<Object> lines = new ArrayList<>();
        for (Map<String, ?> source : sources) {
            lines.addAll(List.of("index " + lines.size() / 2, source));
        }
        return Intake.results(
                Intake.bulk(
                        rest, "/" + INDEX + "/_bulk?refresh=true&pipeline=" + pipeline,
                        lines.toArray()));
    }
}
