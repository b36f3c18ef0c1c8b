package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.PeersCorpus.SEED;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.integration.PeersCorpus.Document;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** An incoming document is a near duplicate only of what belongs together with it, as a plain loop finds it. */
public class PeersIngestIT {

    private static final String INDEX = "peers-in";
    private static final String BULK = "/" + INDEX + "/_bulk?pipeline=peers";
    private static final int ROUNDS = 6;

    /** Alone it would make all texts near duplicates that are short. */
    private static final String FOOTER = Texts.window("footer", 0, 200);

    private static final SplittableRandom RANDOM = new SplittableRandom(SEED);
    private static final List<Document> ALL = PeersCorpus.documents(RANDOM);

    private static RestCalls rest;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
    }

    /** Its primaries note what they wrote, and charge it, until a lookup comes that sees it. Other tests wait for nothing to be charged. */
    @After
    public void deleteIncoming() throws IOException {
        rest.call("DELETE", "/" + INDEX + "?ignore_unavailable=true").ok();
    }

    /** Some documents come alone, some many in a request; no search sees them before they are compared. */
    @Test
    public void theProcessorIsAPlainLoop() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            boolean ignores = RANDOM.nextBoolean();
            AskedPeers random = AskedPeers.random(RANDOM, true);
            // A text is not short that has a footer.
            AskedPeers asked = new AskedPeers(
                    random.same(), random.missingIsSame(), random.minutes(),
                    ignores ? 1 : random.minShingles());
            boolean isFiltered = RANDOM.nextBoolean();
            boolean drops = RANDOM.nextBoolean();
            Map<String, Object> processor = asked.body();
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
            putPipeline(processor);
            PeersCorpus.createEmpty(rest, INDEX);
            List<Document> known = new ArrayList<>();
            Map<String, Set<String>> expected = new LinkedHashMap<>();
            Map<String, Set<String>> found = new LinkedHashMap<>();
            for (int from = 0; from < ALL.size();) {
                int to = Math.min(ALL.size(), from + 1 + RANDOM.nextInt(40));
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
                Answer answer = Intake.bulk(rest, BULK, lines.toArray());
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

    private static Set<String> tag(String id) throws IOException {
        Map<?, ?> source =
                (Map<?, ?>) rest.call("GET", "/" + INDEX + "/_doc/" + id).ok().at("_source");
        Set<String> ids = new TreeSet<>();
        for (String name : Intake.tag(source.get("near_duplicate"))) {
            ids.add(name.split(" ")[1]);
        }
        return ids;
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
            TestIndex.createWith(rest, INDEX, TestIndex.settings(2), properties);
            putPipeline(Map.of("same", field, "action", "drop"));
            Map<String, ?> first = ofCompany("ACME", "Kiel", "01.02.2026");
            Map<String, ?> same = ofCompany("acme", "KIEL", "2026-02-01");
            Map<String, ?> other = ofCompany("other", "Husum", "2026-02-02");
            assertEquals(
                    field, List.of("created", "noop", "created"),
                    results("index 1", first, "index 2", same, "index 3", other));
            assertEquals(
                    field, List.of("noop", "noop"), results("index 4", same, "index 5", other));
        }
        assertEquals(
                List.of("400"), results("index 6", ofCompany("acme", "Kiel", "yesterday")));
    }

    private static Map<String, ?> ofCompany(String company, String place, String day) {
        return Map.of(
                TestIndex.FIELD, Texts.window("p", 0, 40), "company", company, "place", place,
                "day", day);
    }

    private static List<String> results(Object... lines) throws IOException {
        return Intake.results(Intake.bulk(rest, BULK, lines));
    }

    /** Puts the pipeline, of this processor alone, which compares with what its own index has. */
    private static void putPipeline(Map<String, ?> parameters) throws IOException {
        Map<String, Object> processor = TestIndex.withField(parameters);
        processor.put("index", INDEX);
        processor.put("near_field", TestIndex.FIELD);
        rest.put(
                "/_ingest/pipeline/peers",
                Map.of("processors", List.of(Map.of("near_duplicate", processor)))).ok();
    }
}
