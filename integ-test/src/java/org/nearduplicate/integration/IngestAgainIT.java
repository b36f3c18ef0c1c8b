package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.Intake.results;
import static org.nearduplicate.integration.Intake.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/**
 * Documents that come again, change or go, before a search sees that: what counts is what the index has, and a
 * document is no near duplicate of itself.
 */
public class IngestAgainIT {

    private RestCalls rest;
    private Intake intake;

    @Before
    public void createIndex() throws IOException, InterruptedException {
        rest = SharedServer.rest();
        intake = new Intake(rest);
        intake.create("news", Map.of());
        intake.put("tag", Map.of()).ok();
        intake.put("drop", Map.of("action", "drop")).ok();
        intake.put("fail", Map.of("action", "fail")).ok();
    }

    @After
    public void deleteIndex() throws IOException {
        intake.deleteAll();
    }

    /** As a client that heard no answer sends it again. */
    @Test
    public void theSameDocumentIsAnUpdate() throws IOException {
        for (boolean refreshed : List.of(false, true)) {
            for (String pipeline : List.of("tag", "drop", "fail")) {
                String id = pipeline + refreshed;
                String path = "/news/_bulk?pipeline=" + pipeline;
                intake.bulk(path, "index " + id, text(id));
                if (refreshed) {
                    intake.refresh("news");
                }
                Answer again =
                        intake.bulk(path, "index " + id, text(id), "index " + id, text(id, 1));
                assertEquals(List.of("updated", "updated"), results(again));
                assertEquals(List.of(), intake.tag("news", id));
                assertEquals(text(id, 1).get("body"), intake.source("news", id).get("body"));
            }
        }
    }

    /** As a reindex in place does: the tag of before is not that of now. */
    @Test
    public void aTagThatHoldsNoMoreGoes() throws IOException {
        intake.bulk("/news/_bulk?pipeline=tag", "index a", text("a"), "index b", text("a", 1));
        intake.refresh("news");
        for (String id : List.of("a", "b")) {
            rewrite(id);
        }
        assertEquals(List.of("news b 0.949"), intake.tag("news", "a"));
        assertEquals(List.of("news a 0.949"), intake.tag("news", "b"));
        rest.call("DELETE", "/news/_doc/a").ok();
        rewrite("b");
        assertEquals(List.of(), intake.tag("news", "b"));
        assertEquals(List.of("body"), List.copyOf(intake.source("news", "b").keySet()));
    }

    private void rewrite(String id) throws IOException {
        Map<String, Object> source = new LinkedHashMap<>();
        intake.source("news", id).forEach((name, value) -> source.put((String) name, value));
        intake.send("PUT /news/_doc/" + id + "?pipeline=tag", source).ok();
    }

    /** What an update replaced is found no more, and what it brought is, with and without the processor. */
    @Test
    public void whatIsReplacedIsForgotten() throws IOException {
        for (boolean refreshed : List.of(false, true)) {
            for (String pipeline : List.of("", "?pipeline=tag")) {
                String name = "r" + refreshed + pipeline.length();
                intake.send("PUT /news/_doc/" + name + "?pipeline=tag", text(name)).ok();
                if (refreshed) {
                    intake.refresh("news");
                }
                intake.send("PUT /news/_doc/" + name + pipeline, text(name + "new")).ok();
                assertTag(List.of(), name);
                assertTag(List.of("news " + name + " 1.000"), name + "new");
            }
        }
    }

    /** What is left of many copies is found, although those that a lookup names first are no copies any more. */
    @Test
    public void oneOfManyCopiesIsLeft() throws IOException {
        for (int i = 0; i < 9; i++) {
            intake.send("PUT /news/_doc/copy" + i, text("copy")).ok();
        }
        intake.refresh("news");
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            items.addAll(List.of("index copy" + i, text("other" + i)));
        }
        items.addAll(List.of("index one", text("copy"), "index copy8", text("other8")));
        items.addAll(List.of("index two", text("copy")));
        List<Object> expected = new ArrayList<>(Collections.nCopies(8, "updated"));
        expected.addAll(List.of("noop", "updated", "created"));
        assertEquals(
                expected, results(intake.bulk("/news/_bulk?pipeline=drop", items.toArray())));
    }

    @Test
    public void whatIsDeletedIsForgotten() throws IOException {
        for (boolean refreshed : List.of(false, true)) {
            String name = "d" + refreshed;
            intake.bulk(
                    "/news/_bulk?pipeline=tag", "index 1" + name, text(name),
                    "index 2" + name, text(name));
            if (refreshed) {
                intake.refresh("news");
            }
            rest.call("DELETE", "/news/_doc/1" + name).ok();
            assertTag(List.of("news 2" + name + " 1.000"), name);
            intake.bulk("/news/_bulk", "delete 2" + name, "delete unknown");
            assertTag(List.of(), name);
            intake.send("PUT /news/_doc/1" + name + "?pipeline=tag", text(name)).ok();
            assertTag(List.of("news 1" + name + " 1.000"), name);
        }
    }

    /** Many at a time, as when an index is emptied and filled anew. */
    @Test
    public void whatIsDeletedComesInAgain() throws IOException {
        int documents = Effort.isUsual() ? 10_000 : 200_000;
        all(documents, "index ", "created");
        all(documents, "delete ", "deleted");
        all(documents, "index ", "created");
        assertEquals(documents, intake.count("news"));
    }

    private void all(int documents, String operation, String result) throws IOException {
        for (int from = 0; from < documents; from += 5_000) {
            List<Object> items = new ArrayList<>();
            for (int i = from; i < from + 5_000; i++) {
                items.add(operation + i);
                if (operation.equals("index ")) {
                    items.add(text("all" + i));
                }
            }
            assertEquals(
                    Set.of(result),
                    Set.copyOf(results(intake.bulk("/news/_bulk?pipeline=drop", items.toArray()))));
        }
    }

    /** What an index refuses changes nothing of what it has. */
    @Test
    public void aRefusedWriteForgetsNothing() throws IOException {
        Map<String, Object> unmappable = text("conflict");
        unmappable.put("n", "no number");
        for (boolean refreshed : List.of(false, true)) {
            String id = "first" + refreshed;
            intake.bulk("/news/_bulk?pipeline=tag", "create " + id, text(id));
            if (refreshed) {
                intake.refresh("news");
            }
            Answer refused = intake.bulk(
                    "/news/_bulk?pipeline=tag", "create " + id, text(id), "index " + id, unmappable,
                    "create " + id, text("other" + id));
            assertEquals(List.of("409", "400", "409"), results(refused));
            assertTag(List.of("news " + id + " 1.000"), id);
            assertTag(List.of(), "other" + id);
            assertTag(List.of(), "conflict");
        }
    }

    /** Of two of the same name in one request the first is in the index, and the second is not. */
    @Test
    public void ofTwoCreatedTheFirstIsRemembered() throws IOException {
        Answer answer = intake.bulk(
                "/news/_bulk?pipeline=tag", "create 1", text("a"), "create 1", text("b"));
        assertEquals(List.of("created", "409"), results(answer));
        assertTag(List.of("news 1 1.000"), "a");
        assertTag(List.of(), "b");
    }

    @Test
    public void ofTwoIndexedTheSecondIsRemembered() throws IOException {
        intake.bulk(
                "/news/_bulk?pipeline=tag", "index 1", text("a"), "index 1", text("b"), "index 2",
                text("a"), "index 3", text("b"));
        assertEquals(List.of(), intake.tag("news", "2"));
        assertEquals(List.of("news 1 1.000"), intake.tag("news", "3"));
        assertTag(List.of("news 2 1.000"), "a");
        assertTag(List.of("news 1 1.000", "news 3 1.000"), "b");
    }

    /** An error of the pipeline itself is one of the document: it is neither there nor remembered. */
    @Test
    public void whatFailsLaterInThePipelineIsNotRemembered() throws IOException {
        intake.put(
                "fails",
                List.of(
                        Intake.processor(Map.of()),
                        Intake.processor(Map.of("index", "nowhere"))))
                .ok();
        Answer answer = intake.bulk("/news/_bulk?pipeline=fails", "index 1", text("a"));
        assertEquals(List.of("404"), results(answer));
        assertTag(List.of(), "a");
    }

    @Test
    public void updatesAndUpserts() throws IOException {
        intake.create("news", Map.of("default_pipeline", "tag"));
        for (String id : List.of("1", "2")) {
            intake.send(
                    "POST /news/_update/" + id,
                    Map.of("doc", text("a"), "doc_as_upsert", true)).ok();
        }
        assertEquals(List.of(), intake.tag("news", "1"));
        assertEquals(List.of("news 1 1.000"), intake.tag("news", "2"));
        intake.send("POST /news/_update/2", Map.of("doc", Map.of("n", 1))).ok();
        assertEquals(List.of("news 1 1.000"), intake.tag("news", "2"));
        intake.send("POST /news/_update/2", Map.of("doc", text("b"))).ok();
        assertEquals(List.of(), intake.tag("news", "2"));
        assertTag(List.of("news 2 1.000"), "b");
        intake.send("POST /news/_update/3", Map.of("doc", text("c"), "upsert", text("a"))).ok();
        assertEquals(List.of("news 1 1.000"), intake.tag("news", "3"));
    }

    /** Elasticsearch runs a pipeline over what a bulk request inserts or merges. */
    @Test
    public void upsertsOfABulkRequest() throws IOException {
        intake.create("news", Map.of("default_pipeline", "tag"));
        Map<String, ?> upsert = Map.of("doc", text("a"), "doc_as_upsert", true);
        intake.bulk("/news/_bulk", "update 1", upsert, "update 2", upsert);
        assertEquals(List.of(), intake.tag("news", "1"));
        assertEquals(List.of("news 1 1.000"), intake.tag("news", "2"));
        assertTag(List.of("news 1 1.000", "news 2 1.000"), "a");
    }

    /** As a client that sends all of a source again and again does. */
    @Test
    public void anUpsertOfABulkRequestIsNoNearDuplicateOfItself() throws IOException {
        Map<String, ?> upsert = Map.of("doc", text("a"), "doc_as_upsert", true);
        for (String pipeline : List.of("tag", "drop", "fail")) {
            intake.create("news", Map.of("default_pipeline", pipeline));
            intake.bulk("/news/_bulk", "update 1", upsert);
            intake.refresh("news");
            Answer again = intake.bulk("/news/_bulk", "update 1", upsert);
            assertEquals(pipeline, List.of("noop"), results(again));
            assertEquals(pipeline, 200, Intake.items(again).getFirst().get("status"));
            assertEquals(pipeline, List.of(), intake.tag("news", "1"));
            assertEquals(pipeline, 1, intake.count("news"));
        }
    }

    /** What was stored is known to be another one before the same request changes it. */
    @Test
    public void whatTheSameRequestDeletesBefore() throws IOException {
        for (String pipeline : List.of("drop", "fail")) {
            intake.send("PUT /news/_doc/old" + pipeline, text(pipeline)).ok();
            Answer answer = intake.bulk(
                    "/news/_bulk?pipeline=" + pipeline, "delete old" + pipeline,
                    "index new" + pipeline, text(pipeline));
            assertEquals(List.of("deleted", "created"), results(answer));
        }
    }

    /** It would be nowhere: the original is refused by the mapping. */
    @Test
    public void anOriginalThatIsNotWritten() throws IOException {
        Map<String, Object> unmappable = text("u");
        unmappable.put("n", "no number");
        Answer answer = intake.bulk(
                "/news/_bulk?pipeline=drop", "index 1", unmappable, "index 2", text("u"),
                "delete 1");
        assertEquals(List.of("400", "503", "not_found"), results(answer));
        assertThat(
                answer.text(),
                containsString(
                        "was not indexed as a near duplicate of [1] in [news], which this request did not write: send it"
                                + " again"));
        assertEquals(
                List.of("created"),
                results(intake.bulk("/news/_bulk?pipeline=drop", "index 2", text("u"))));
    }

    /** One goes through no pipeline, the other is compared with what the request leaves of the index. */
    @Test
    public void itemsThatLookAlike() throws IOException {
        intake.send("PUT /news/_doc/5", text("p")).ok();
        intake.refresh("news");
        String text = Json.of(text("p"));
        Answer answer = rest.callLines(
                "POST", "/news/_bulk",
                "{\"index\":{}}\n" + Json.of(text("other"))
                        + "\n{\"delete\":{\"_id\":\"5\"}}\n{\"index\":{\"pipeline\":\"drop\"}}\n"
                        + text + "\n{\"index\":{\"pipeline\":\"drop\"}}\n" + text + "\n")
                .ok();
        assertEquals(List.of("created", "deleted", "created", "noop"), results(answer));
    }

    /** Those that a shard names first are gone, and another shard has one that is less similar. */
    @Test
    public void theMostSimilarOfWhatIsLeft() throws IOException {
        intake.create("old", Map.of());
        intake.put("both", Map.of("index", "news,old", "max_matches", 1)).ok();
        intake.bulk(
                "/news/_bulk", "index 1", text("p"), "index 2", text("p"), "index 3", text("p", 1));
        intake.bulk("/old/_bulk", "index 4", text("p", 2));
        intake.bulk(
                "/news/_bulk?pipeline=both", "delete 1", "delete 2", "index 5", text("p"));
        assertEquals(List.of("news 3 0.949"), intake.tag("news", "5"));
    }

    /** As what goes through no such processor is not compared in its request. */
    @Test
    public void anOriginalThatIsReplacedWithoutThePipeline() throws IOException {
        intake.send("PUT /news/_doc/1", text("p")).ok();
        Answer answer = rest.callLines(
                "POST", "/news/_bulk",
                "{\"index\":{\"_id\":\"1\"}}\n" + Json.of(text("q"))
                        + "\n{\"index\":{\"_id\":\"2\",\"pipeline\":\"drop\"}}\n"
                        + Json.of(text("p"))
                        + "\n")
                .ok();
        assertEquals(List.of("updated", "created"), results(answer));
    }

    /** With other routings they are others. */
    @Test
    public void theSameNameInAnotherShard() throws IOException {
        intake.create("news", Map.of("number_of_shards", 5));
        List<String> results = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Answer answer =
                    intake.send("PUT /news/_doc/1?pipeline=drop&routing=" + i, text("a")).ok();
            results.add((String) answer.at("result"));
        }
        assertEquals("created", results.getFirst());
        assertThat(results, hasItem("noop"));
        assertEquals(1, intake.count("news"));
    }

    @Test
    public void aTagGoesWithItsText() throws IOException {
        intake.put("tag", Map.of("ignore_missing", true)).ok();
        intake.bulk("/news/_bulk?pipeline=tag", "index 1", text("a"), "index 2", text("a"));
        Map<String, Object> source = new LinkedHashMap<>();
        intake.source("news", "2").forEach((name, value) -> source.put((String) name, value));
        source.remove("body");
        intake.send("PUT /news/_doc/2?pipeline=tag", source).ok();
        assertEquals(Map.of(), intake.source("news", "2"));
        intake.create("news", Map.of("default_pipeline", "tag"));
        intake.bulk("/news/_bulk", "index 1", text("a"), "index 2", text("a"));
        intake.bulk("/news/_bulk", "update 2",
                Map.of("doc", Map.of("n", 1), "doc_as_upsert", true));
        assertEquals(List.of("news 1 1.000"), intake.tag("news", "2"));
        intake.bulk("/news/_bulk", "update 2", Map.of("doc", text("b"), "doc_as_upsert", true));
        assertEquals(List.of(), intake.tag("news", "2"));
        intake.bulk("/news/_bulk", "index 2", text("a"));
        assertEquals(List.of("news 1 1.000"), intake.tag("news", "2"));
        intake.bulk(
                "/news/_bulk", "update 2",
                Map.of(
                        "doc", Collections.singletonMap("body", null),
                        "doc_as_upsert", true));
        assertEquals(List.of(), intake.tag("news", "2"));
    }

    /** More than one answer of names from a shard. */
    @Test
    public void manyEqualDocumentsWithLongNamesThatAreGone() throws IOException {
        for (int i = 0; i < 20_000; i += 5_000) {
            List<Object> lines = new ArrayList<>();
            for (int j = i; j < i + 5_000; j++) {
                lines.addAll(List.of("index " + longName(j), text("long")));
            }
            intake.bulk("/news/_bulk", lines.toArray());
        }
        for (int i = 0; i < 20_000; i += 10_000) {
            List<Object> lines = new ArrayList<>();
            for (int j = i; j < i + 10_000; j++) {
                lines.add("delete " + longName(j));
            }
            intake.bulk("/news/_bulk", lines.toArray());
        }
        assertEquals(
                List.of("created", "noop"),
                results(
                        intake.bulk(
                                "/news/_bulk?pipeline=drop", "index " + longName(-1), text("long"),
                                "index 2", text("long"))));
    }

    private static String longName(int number) {
        return "x".repeat(500) + String.format(Locale.ROOT, "%12d", number).replace(' ', '0');
    }

    private void assertTag(List<String> expected, String name) throws IOException {
        assertEquals(name, expected, probe(name));
    }

    /** Lets a document of that text in, which goes again, and returns what it was told. */
    private List<String> probe(String name) throws IOException {
        intake.send("PUT /news/_doc/probe?pipeline=tag", text(name)).ok();
        List<String> tag = intake.tag("news", "probe");
        rest.call("DELETE", "/news/_doc/probe").ok();
        return tag;
    }
}
