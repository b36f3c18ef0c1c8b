package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/**
 * Only what belongs together is a near duplicate: the same values, near in time, not too short. What is answered is what a plain
 * loop over the documents finds.
 */
public class PeersIT {

    private static final String INDEX = "peers";
    private static final int DOCUMENTS = 90;
    private static final int ROUNDS = 6;

    /** Similarities are 1, .966, .933 and less. Those that count are missed with less than 10⁻³⁰. */
    private static final double MIN_SIMILARITY = .95;

    private static final Instant START = Instant.parse("2026-03-01T22:00:00Z");
    /** Alone it would make all texts near duplicates that are short. */
    private static final String FOOTER = Texts.window("footer", 0, 200);

    private static final List<String> FIELDS =
            List.of("company", "tags", "year", "price", "day", "moment", "open", "host");

    private static final long SEED = Effort.isUsual() ? 0 : System.nanoTime();
    private static final SplittableRandom RANDOM = new SplittableRandom(SEED);
    private static final List<Document> ALL = new ArrayList<>();

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            Document document = Document.random(i);
            ALL.add(document);
            sources.put(document.id(), document.source());
        }
        create(INDEX).putSources(sources, "");
    }

    private static TestIndex create(String name) throws IOException {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(TestIndex.FIELD, TestIndex.minHash(Map.of("bands", 42, "rows", 3)));
        for (Map.Entry<String, String> field : Map.of(
                "company", "keyword", "tags", "keyword", "year", "short", "price", "float",
                "day", "date", "moment", "date_nanos", "open", "boolean", "host", "ip",
                "rank", "integer", "published", "date").entrySet()) {
            properties.put(field.getKey(), Map.of("type", field.getValue()));
        }
        properties.put("title", Map.of("type", "text"));
        return TestIndex.createWith(rest, name, TestIndex.settings(3), properties);
    }

    /**
     * A document of a test.
     *
     * @param values those of each field as sets, as they are written; no field without a value
     */
    private record Document(
            int number, List<String> words, Map<String, Set<Object>> values, Instant time) {

        static Document random(int number) {
            int family = RANDOM.nextInt(5);
            int shift = RANDOM.nextInt(4);
            int length = RANDOM.nextInt(6) == 0 ? 5 : 60;
            Map<String, Set<Object>> values = new LinkedHashMap<>();
            put(values, "company", "a", "b");
            put(values, "tags", "x", "y", "z");
            put(values, "year", 2024, 2025);
            put(values, "price", 1.1, 2);
            put(values, "day", "2026-01-01", "2026-01-02T00:00:00.001Z");
            put(values, "moment", "2026-01-01T00:00:00.000000001Z",
                    "2026-01-01T00:00:00.000000002Z");
            put(values, "open", true, false);
            put(values, "host", "10.0.0.1", "2001:db8::1");
            Instant time = RANDOM.nextInt(8) == 0
                    ? null
                    : START.plus(Duration.ofMinutes(30L * RANDOM.nextInt(12)));
            return new Document(
                    number,
                    IntStream.range(shift, shift + length)
                            .mapToObj(word -> "family" + family + "word" + word)
                            .toList(),
                    values, time);
        }

        private static void put(
                Map<String, Set<Object>> values, String field, Object... choices) {
            Set<Object> some = new HashSet<>();
            for (Object choice : choices) {
                if (RANDOM.nextInt(choices.length + 1) == 0) {
                    some.add(choice);
                }
            }
            if (some.isEmpty() == false) {
                values.put(field, some);
            }
        }

        String id() {
            return (number < 10 ? "0" : "") + number;
        }

        String text() {
            return String.join(" ", words);
        }

        /** Arrays are in any order, and have some values twice. */
        Map<String, Object> source() {
            Map<String, Object> source = new LinkedHashMap<>();
            source.put(TestIndex.FIELD, text());
            source.put("rank", number);
            values.forEach((field, set) -> {
                List<Object> array = new ArrayList<>(set);
                array.add(array.getFirst());
                source.put(field, array.size() == 2 ? array.getFirst() : array);
            });
            if (time != null) {
                // Of several times the earliest counts.
                source.put("published",
                        List.of(time.plusSeconds(86_400).toString(), time.toString()));
            }
            return source;
        }

        Set<List<String>> shingles() {
            Set<List<String>> shingles = new HashSet<>();
            for (int i = 0; i + 3 <= words.size(); i++) {
                shingles.add(words.subList(i, i + 3));
            }
            return shingles;
        }

        double similarity(Document other) {
            Set<List<String>> shared = new HashSet<>(shingles());
            shared.retainAll(other.shingles());
            return (double) shared.size()
                    / (shingles().size() + other.shingles().size() - shared.size());
        }
    }

    /** What is asked. */
    private record Asked(List<String> same, boolean missingIsSame, int minutes, int minShingles) {

        static Asked random(boolean hasTime) {
            List<String> same = FIELDS.stream().filter(field -> RANDOM.nextInt(6) == 0).toList();
            return new Asked(
                    same, RANDOM.nextBoolean(),
                    hasTime && RANDOM.nextBoolean() ? 30 * (1 + RANDOM.nextInt(6)) : 0,
                    RANDOM.nextBoolean() ? 4 : 1);
        }

        Map<String, Object> body() {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("min_similarity", MIN_SIMILARITY);
            if (same.isEmpty() == false) {
                body.put(
                        "same",
                        missingIsSame
                                ? Map.of("fields", same, "missing", "same")
                                : same.size() == 1 ? same.getFirst() : same);
            }
            if (minutes > 0) {
                body.put("within", Map.of("field", "published", "interval", minutes + "m"));
            }
            if (minShingles > 1) {
                body.put("min_shingles", minShingles);
            }
            return body;
        }

        boolean isLeftAlone(Document document) {
            return lacksValues(document) || document.shingles().size() < minShingles;
        }

        boolean lacksValues(Document document) {
            return missingIsSame == false
                    && document.values().keySet().containsAll(same) == false
                    || minutes > 0 && document.time() == null;
        }

        /** What documents have in common that count as one text. */
        List<?> text(Document document) {
            return List.of(
                    isLeftAlone(document) ? document.id() : document.words(),
                    same.stream()
                            .map(field -> document.values().getOrDefault(field, Set.of()))
                            .toList(),
                    minutes == 0 ? List.of() : Arrays.asList(document.time()));
        }

        boolean areNearDuplicates(Document a, Document b) {
            return isLeftAlone(a) == false && isLeftAlone(b) == false
                    && a.similarity(b) >= MIN_SIMILARITY
                    && same.stream().allMatch(
                            field -> Objects.equals(
                                    a.values().get(field), b.values().get(field)))
                    && (minutes == 0
                            || Duration.between(a.time(), b.time()).abs().toMinutes() <= minutes);
        }
    }

    /** Its primaries note what they wrote, and charge it, until a lookup comes that sees it. Other tests wait for nothing to be charged. */
    @After
    public void deleteIncoming() throws IOException {
        rest.call("DELETE", "/peers-in?ignore_unavailable=true").ok();
    }

    @Test
    public void groupsAreThoseOfAPlainLoop() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            boolean isStar = RANDOM.nextBoolean();
            Asked asked = Asked.random(isStar);
            Map<String, Object> body = asked.body();
            body.put("method", isStar ? "star" : "components");
            GroupsAnswer answer = GroupsAnswer.ask(rest, INDEX, body);
            Set<Set<String>> found = new HashSet<>();
            for (List<String> group : answer.groups()) {
                found.add(new TreeSet<>(group));
            }
            String context = "seed " + SEED + ", " + asked;
            assertEquals(context, isStar ? stars(asked) : components(asked), found);
            assertEquals(
                    context, ALL.stream().filter(asked::lacksValues).count(),
                    answer.count("documents", "without_values"));
            assertEquals(
                    context,
                    ALL.stream().filter(asked::isLeftAlone).count(),
                    answer.count("documents", "without_values")
                            + answer.count("documents", "too_short"));
        }
    }

    /** The documents in the order in which they are kept. */
    private static List<Document> ranked() {
        return ALL.stream()
                .sorted(
                        (a, b) -> a.shingles().size() == b.shingles().size()
                                ? a.id().compareTo(b.id())
                                : b.shingles().size() - a.shingles().size())
                .toList();
    }

    /** The most similar keeper before a text has its documents, be they those that come after another keeper. */
    private static Set<Set<String>> stars(Asked asked) {
        Map<Document, Set<String>> groups = new LinkedHashMap<>();
        Map<List<?>, Document> keepers = new HashMap<>();
        for (Document document : ranked()) {
            Document keeper = keepers.computeIfAbsent(
                    asked.text(document),
                    text -> nearest(asked, document, groups.keySet()));
            groups.computeIfAbsent(keeper, none -> new TreeSet<>()).add(document.id());
        }
        return several(groups);
    }

    /** Returns the first of the most similar keepers, or the document where none is near. */
    private static Document nearest(Asked asked, Document document, Set<Document> keepers) {
        return keepers.stream()
                .filter(keeper -> asked.areNearDuplicates(keeper, document))
                .reduce((a, b) -> b.similarity(document) > a.similarity(document) ? b : a)
                .orElse(document);
    }

    private static Set<Set<String>> components(Asked asked) {
        Map<Document, Set<String>> groups = new LinkedHashMap<>();
        for (Document document : ALL) {
            groups.put(document, new TreeSet<>(Set.of(document.id())));
        }
        for (Document a : ALL) {
            for (Document b : ALL) {
                Set<String> ofB = groups.get(b);
                if (groups.get(a) != ofB && asked.areNearDuplicates(a, b)) {
                    groups.get(a).addAll(ofB);
                    groups.replaceAll((document, of) -> of == ofB ? groups.get(a) : of);
                }
            }
        }
        return several(groups);
    }

    private static Set<Set<String>> several(Map<Document, Set<String>> groups) {
        Set<Set<String>> several = new HashSet<>(groups.values());
        several.removeIf(group -> group.size() < 2);
        return several;
    }

    @Test
    public void collapsedSearchesAreThoseOfAPlainLoop() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            Asked asked = Asked.random(true);
            Map<String, Object> options = asked.body();
            options.put("field", TestIndex.FIELD);
            options.put(
                    "retriever",
                    Map.of(
                            "standard",
                            Map.of(
                                    "query", Map.of("match_all", Map.of()),
                                    "sort", List.of("rank"))));
            Answer answer = rest.post(
                    "/" + INDEX + "/_search",
                    Map.of(
                            "retriever", Map.of("near_duplicate_collapse", options), "size", 100));
            List<Document> kept = new ArrayList<>();
            for (Document document : ALL) {
                if (kept.stream().noneMatch(before -> asked.areNearDuplicates(before, document))) {
                    kept.add(document);
                }
            }
            assertEquals(
                    "seed " + SEED + ", " + asked, kept.stream().map(Document::id).toList(),
                    CollapsedSearches.ids(answer));
        }
    }

    @Test
    public void queriesAreThoseOfAPlainLoop() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            Document document = ALL.get(RANDOM.nextInt(DOCUMENTS));
            Asked asked = new Asked(List.of(), false, 30 * (1 + RANDOM.nextInt(6)), 1);
            Map<String, Object> query = asked.body();
            query.put("field", TestIndex.FIELD);
            query.put("like", Map.of("_id", document.id()));
            Set<String> expected = new TreeSet<>(
                    ALL.stream()
                            .filter(other -> other != document)
                            .filter(other -> asked.areNearDuplicates(document, other))
                            .map(Document::id)
                            .toList());
            assertEquals("seed " + SEED + ", " + asked, expected, hits(query));
            if (document.time() != null) {
                query.put(
                        "within",
                        Map.of(
                                "field", "published", "interval", asked.minutes() + "m",
                                "origin", document.time().toString()));
                assertEquals(expected, hits(query));
                query.put("like", document.text());
                expected.add(document.id());
                assertEquals(expected, hits(query));
            }
        }
    }

    private static Set<String> hits(Map<String, ?> query) throws IOException {
        Answer answer = rest.post(
                "/" + INDEX + "/_search?size=1000",
                Map.of("query", Map.of("near_duplicate", query)));
        return new TreeSet<>(CollapsedSearches.ids(answer));
    }

    @Test
    public void chainsAreThoseOfAPlainLoop() throws IOException {
        for (int round = 0; round < 5 * ROUNDS; round++) {
            Asked random = Asked.random(false);
            Asked asked = new Asked(
                    random.same(), random.missingIsSame(), 0, 1);
            Document start = ALL.get(RANDOM.nextInt(DOCUMENTS));
            Document end = ALL.get(RANDOM.nextInt(DOCUMENTS));
            if (start != end) {
                Map<String, Object> body = asked.body();
                body.putAll(Chains.between(start.id(), end.id()));
                Answer answer = Chains.chain(rest, INDEX, body).ok();
                boolean isOne = components(asked).stream()
                        .anyMatch(group -> group.containsAll(List.of(start.id(), end.id())));
                assertEquals(
                        "seed " + SEED + ", " + asked + start + end, isOne, answer.at("found"));
            }
        }
    }

    /** Some documents come alone, some many in a request; no search sees them before they are compared. */
    @Test
    public void theProcessorIsAPlainLoop() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            boolean ignores = RANDOM.nextBoolean();
            Asked random = Asked.random(true);
            // A text is not short that has a footer.
            Asked asked = new Asked(
                    random.same(), random.missingIsSame(), random.minutes(),
                    ignores ? 1 : random.minShingles());
            boolean isFiltered = RANDOM.nextBoolean();
            boolean drops = RANDOM.nextBoolean();
            Map<String, Object> processor = asked.body();
            processor.put("field", TestIndex.FIELD);
            processor.put("index", "peers-in");
            processor.put("near_field", TestIndex.FIELD);
            processor.put("action", drops ? "drop" : "tag");
            if (drops == false) {
                processor.put("max_matches", 100);
            }
            if (ignores) {
                processor.put("ignore", FOOTER);
            }
            if (isFiltered) {
                processor.put("filter", Map.of("term", Map.of("company", "a")));
            }
            rest.put(
                    "/_ingest/pipeline/peers",
                    Map.of("processors", List.of(Map.of("near_duplicate", processor)))).ok();
            create("peers-in");
            List<Document> known = new ArrayList<>();
            Map<String, Set<String>> expected = new LinkedHashMap<>();
            Map<String, Set<String>> found = new LinkedHashMap<>();
            for (int from = 0; from < DOCUMENTS;) {
                int to = Math.min(DOCUMENTS, from + 1 + RANDOM.nextInt(40));
                List<Object> lines = new ArrayList<>();
                for (Document document : ALL.subList(from, to)) {
                    Map<String, Object> source = document.source();
                    if (ignores) {
                        source.put(TestIndex.FIELD, List.of(document.text(), FOOTER));
                    }
                    lines.addAll(List.of("index " + document.id(), source));
                    Set<String> matches = new TreeSet<>();
                    for (Document before : known) {
                        boolean isOne = isFiltered == false || before.values()
                                .getOrDefault("company", Set.of())
                                .contains("a");
                        if (isOne && asked.areNearDuplicates(before, document)) {
                            matches.add(before.id());
                        }
                    }
                    if (drops && matches.isEmpty() == false) {
                        expected.put(document.id(), null);
                    } else {
                        expected.put(document.id(), matches);
                        known.add(document);
                    }
                }
                Answer answer = Intake.bulk(
                        rest, "/peers-in/_bulk?pipeline=peers", lines.toArray());
                assertEquals(answer.text(), false, answer.at("errors"));
                List<String> results = Intake.results(answer);
                for (int i = from; i < to; i++) {
                    String id = ALL.get(i).id();
                    found.put(id, results.get(i - from).equals("noop") ? null : tag(id));
                }
                from = to;
            }
            assertEquals(
                    "seed " + SEED + ", " + asked + ", " + processor, expected, found);
        }
    }

    /** A normalizer of a sub-field, an alias, {@code copy_to} and formats of dates count as they do in the index. */
    @Test
    public void valuesAreThoseOfTheMapping() throws IOException {
        Map<String, ?> low = Map.of("type", "keyword", "normalizer", "lowercase");
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(TestIndex.FIELD, TestIndex.minHash(Map.of()));
        properties.put("company", Map.of("type", "keyword", "fields", Map.of("low", low)));
        properties.put("firm", Map.of("type", "alias", "path", "company.low"));
        properties.put("place", Map.of("type", "keyword", "copy_to", "places"));
        properties.put("places", low);
        properties.put("day", Map.of("type", "date", "format", "dd.MM.yyyy||yyyy-MM-dd"));
        for (String field : List.of("company.low", "firm", "places", "day")) {
            TestIndex.createWith(rest, "peers-in", TestIndex.settings(2), properties);
            rest.put(
                    "/_ingest/pipeline/peers",
                    Map.of(
                            "processors",
                            List.of(
                                    Map.of(
                                            "near_duplicate",
                                            Map.of(
                                                    "field", TestIndex.FIELD, "near_field",
                                                    TestIndex.FIELD, "index", "peers-in", "same",
                                                    field, "action", "drop")))))
                    .ok();
            Map<String, ?> first = ofCompany("ACME", "Kiel", "01.02.2026");
            Map<String, ?> same = ofCompany("acme", "KIEL", "2026-02-01");
            Map<String, ?> other = ofCompany("other", "Husum", "2026-02-02");
            String path = "/peers-in/_bulk?pipeline=peers";
            assertEquals(
                    field, List.of("created", "noop", "created"),
                    Intake.results(
                            Intake.bulk(
                                    rest, path, "index 1", first, "index 2", same, "index 3",
                                    other)));
            assertEquals(
                    field, List.of("noop", "noop"),
                    Intake.results(
                            Intake.bulk(rest, path, "index 4", same, "index 5", other)));
        }
        assertEquals(
                List.of("400"),
                Intake.results(
                        Intake.bulk(
                                rest, "/peers-in/_bulk?pipeline=peers", "index 6",
                                ofCompany("acme", "Kiel", "yesterday"))));
    }

    private static Map<String, ?> ofCompany(String company, String place, String day) {
        return Map.of(
                TestIndex.FIELD, Texts.window("p", 0, 40), "company", company, "place", place,
                "day", day);
    }

    /** An index that lacks the field has no hits, whatever else it lacks. */
    @Test
    public void unmappedFieldsAreIgnored() throws IOException {
        TestIndex.createWith(
                rest, "peers-other", TestIndex.settings(1),
                Map.of("company", Map.of("type", "keyword")));
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("field", TestIndex.FIELD);
        query.put("like", ALL.getFirst().text());
        query.put("ignore_unmapped", true);
        query.put(
                "within",
                Map.of(
                        "field", "published", "interval", "36500d", "origin",
                        START.toString()));
        Answer answer = rest.post(
                "/" + INDEX + ",peers-other/_search",
                Map.of("query", Map.of("near_duplicate", query)));
        assertEquals(answer.ok().text(), 0, answer.at("_shards", "failed"));
    }

    private static Set<String> tag(String id) throws IOException {
        Map<?, ?> source =
                (Map<?, ?>) rest.call("GET", "/peers-in/_doc/" + id).ok().at("_source");
        Set<String> ids = new TreeSet<>();
        for (String name : Intake.tag(source.get("near_duplicate"))) {
            ids.add(name.split(" ")[1]);
        }
        return ids;
    }

    /** Documents of two indices are compared by values of one kind only. */
    @Test
    public void kindsOfValues() throws IOException {
        TestIndex.createWith(
                rest, "peers-other", TestIndex.settings(1),
                Map.of(
                        TestIndex.FIELD, TestIndex.minHash(Map.of("bands", 42, "rows", 3)),
                        "company", Map.of("type", "integer"), "rank", Map.of("type", "integer")))
                .putSources(
                        Map.of(
                                "x", Map.of(TestIndex.FIELD, "a text of five words", "company", 1)),
                        "");
        String both = INDEX + ",peers-other";
        String kinds = "[same] must be fields with values of one kind in all indices";
        GroupsAnswer.send(rest, both, Map.of("same", "company")).refused(400, kinds);
        rest.post(
                "/" + both + "/_search",
                CollapsedSearches.search(
                        Map.of(),
                        CollapsedSearches.options(
                                Map.of("field", TestIndex.FIELD, "same", "company"))))
                .refused(400, kinds);
        Chains.chain(
                rest, both,
                Map.of(
                        "start", Map.of("_index", INDEX, "_id", "00"),
                        "end", Map.of("_index", "peers-other", "_id", "x"), "same", "company"))
                .refused(400, kinds);
    }

    @Test
    public void badInput() throws IOException {
        refused(Map.of("same", "title"), "[same] must be a field with doc values",
                "[title] of index [peers], of type [text]");
        refused(Map.of("same", List.of("company", "nowhere")), "[same]",
                "[nowhere] of index [peers], which has no mapping");
        refused(Map.of("same", List.of()), "[same] must be the name of a field", "got [[]]");
        refused(Map.of("same", 5), "[same] must be the name of a field", "got [5]");
        refused(Map.of("same", List.of("company", 5)), "[same] must be", "got [[company, 5]]");
        refused(Map.of("same", Map.of("missing", "same")), "[same.fields] must be given");
        refused(
                Map.of("same", Map.of("fields", "company", "missing", "all")),
                "[same.missing] must be one of [none, same], got [all]");
        refused(Map.of("within", "72h"), "[within] must be an object such as", "got [72h]");
        refused(Map.of("within", Map.of("field", "published")), "[within.interval] must be given");
        refused(Map.of("within", Map.of("interval", "72h")), "[within.field] must be given");
        for (String interval : List.of("0", "0h", "-1", "-5h", "72", "x", "36501d", "")) {
            refused(
                    Map.of("within", Map.of("field", "published", "interval", interval)),
                    "[within.interval] must be", "got [" + interval + "]");
        }
        refused(
                Map.of("within", Map.of("field", "year", "interval", "1h")),
                "[within.field] must be a field of dates, got [year]", "[integer]");
        refused(
                Map.of("within", Map.of("field", "company", "interval", "1h")),
                "[within.field] must be a field of dates, got [company]");
        refused(
                Map.of(
                        "within", Map.of("field", "published", "interval", "1h"), "method",
                        "components"),
                "[within] needs [method] [star]", "got [components]");
        refused(
                Map.of("within", Map.of("field", "published", "interval", "1h", "origin", "now")),
                "unknown field [origin]");
        for (Object shingles : List.of(0, -1, 1_000_001, "many", 1.5)) {
            refused(
                    Map.of("min_shingles", shingles),
                    "[min_shingles] must be a whole number between 1 and 1000000, got ["
                            + shingles + "]");
        }
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("field", TestIndex.FIELD);
        query.put("like", "some text");
        query.put("within", Map.of("field", "published", "interval", "1h"));
        rest.post("/" + INDEX + "/_search", Map.of("query", Map.of("near_duplicate", query)))
                .refused(400, "[within.origin] must be given");
        query.put(
                "within",
                Map.of("field", "published", "interval", "1h", "origin", "now+999999999y"));
        rest.post("/" + INDEX + "/_search", Map.of("query", Map.of("near_duplicate", query)))
                .refused(400, "[within.origin] must be a date", "got [now+999999999y]");
        query.put("within", Map.of("field", "published", "interval", "1h", "origin", "soon"));
        rest.post("/" + INDEX + "/_search", Map.of("query", Map.of("near_duplicate", query)))
                .refused(400, "[within.origin] must be a date as [published] takes it, got [soon]");
        rest.post(
                "/" + INDEX + "/_search",
                Map.of("query", Map.of("near_duplicate_peers", Map.of())))
                .refused(400, "[near_duplicate_peers] is no query that a request can have");
    }

    private static void refused(Map<String, ?> parameters, String... reasons)
            throws IOException {
        GroupsAnswer.send(rest, INDEX, parameters).refused(400, reasons);
        if (parameters.containsKey("method") == false) {
            rest.post(
                    "/" + INDEX + "/_search",
                    CollapsedSearches.search(
                            Map.of(),
                            CollapsedSearches.options(
                                    withField(parameters))))
                    .refused(400, reasons);
        }
    }

    private static Map<String, ?> withField(Map<String, ?> parameters) {
        return TestIndex.withField(parameters);
    }
}
