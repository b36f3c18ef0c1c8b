package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.Intake.results;
import static org.nearduplicate.integration.Intake.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/**
 * Documents that come again, change or go, before a search sees that: what counts is what the index has, and a
 * document is no near duplicate of itself.
 */
public class IngestAgainIT {

    private RestCalls rest;
    private Intake intake;

    @Before
    public void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
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

    private void assertTag(List<String> expected, String name) throws IOException {
        assertEquals(name, expected, probe(name));
    }

    /** Indexes a document of that text, deletes it, and returns the near duplicates that it was tagged with. */
    private List<String> probe(String name) throws IOException {
        intake.send("PUT /news/_doc/probe?pipeline=tag", text(name)).ok();
        List<String> tag = intake.tag("news", "probe");
        rest.call("DELETE", "/news/_doc/probe").ok();
        return tag;
    }
}
