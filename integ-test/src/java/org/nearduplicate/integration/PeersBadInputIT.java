package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.PeersCorpus.INDEX;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.integration.PeersCorpus.Document;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** What cannot say which documents belong together is a 400 that says what and where; an index that lacks all fields is none. */
public class PeersBadInputIT {

    private static final List<Document> ALL =
            PeersCorpus.documents(new SplittableRandom(PeersCorpus.SEED));

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        PeersCorpus.createIndex(rest, ALL);
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
                        PeersCorpus.START.toString()));
        Answer answer = rest.post(
                "/" + INDEX + ",peers-other/_search",
                Map.of("query", Map.of("near_duplicate", query)));
        assertEquals(answer.ok().text(), 0, answer.at("_shards", "failed"));
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
                            CollapsedSearches.options(TestIndex.withField(parameters))))
                    .refused(400, reasons);
        }
    }
}
