package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.RestCalls;

/**
 * Everything that takes long is cancelled while shards of several nodes work for it, by its task and by a
 * closed connection: it ends on all nodes, and nothing is left.
 */
public class CancelIT {

    private static final String INDEX = "cancel";

    /** Whose texts are read from their source. */
    private static final String TEXTS = INDEX + "-texts";

    private static final int DOCUMENTS = 12_000;
    private static final int CHARACTERS = 3_000;
    private static final int CLAUSES = 900;

    /** What the shards work at, on whichever node. */
    private static final String SHARD_ACTIONS =
            "indices:data/read/search[*,indices:data/read/near_duplicate/shard[*";
    private static final String ACTIONS =
            "indices:data/read/search*,indices:data/read/near_duplicate*,indices:data/read/msearch*";

    private static Faults faults;
    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        faults = Faults.ofThreeNodes();
        rest = faults.rest();
        create(INDEX, Map.of("exact", true), DOCUMENTS);
        create(TEXTS, Map.of("passages", 2), DOCUMENTS / 10);
        faults.awaitGreen();
    }

    private static void create(String name, Map<String, ?> more, int documents)
            throws IOException {
        Map<String, Object> parameters = new HashMap<>(more);
        parameters.putAll(
                Map.of("shingle_unit", "character", "shingle_size", 8, "bands", 1, "rows", 2));
        TestIndex index = TestIndex.create(rest, name, Faults.settings(0), parameters);
        Crowds.fill(index, documents, document -> text(document));
    }

    @After
    public void nothingIsLeft() throws IOException, InterruptedException {
        faults.awaitNothingLeft();
    }

    @AfterClass
    public static void deleteIndex() throws IOException {
        rest.call("DELETE", "/" + INDEX + "," + TEXTS).ok();
    }

    @Test
    public void search() throws Exception {
        assertCancelled("/" + INDEX + "/_search", Map.of("query", slow()));
        assertCancelled("/" + TEXTS + "/_search", Map.of("query", slow()));
    }

    @Test
    public void searchForPassages() throws Exception {
        for (String shareOf : List.of("like", "document")) {
            assertCancelled(
                    "/" + TEXTS + "/_search", Map.of("query", slow(Map.of("share_of", shareOf))));
        }
    }

    /** Elasticsearch alone would let the search for the window go on. */
    @Test
    public void collapsedSearch() throws Exception {
        Map<String, ?> collapse = TestIndex.withField(
                Map.of("retriever", Map.of("standard", Map.of("query", slow()))));
        assertCancelled(
                "/" + INDEX + "/_search",
                Map.of("retriever", Map.of("near_duplicate_collapse", collapse)));
    }

    /** The shards look for the documents that take part while they are opened. */
    @Test
    public void groupsWhoseShardsAreOpened() throws Exception {
        assertCancelled(
                "/" + INDEX + "/_near_duplicate/groups",
                TestIndex.withField(Map.of("query", slow())));
    }

    @Test
    public void chain() throws Exception {
        assertCancelled(
                "/" + INDEX + "/_near_duplicate/chain",
                TestIndex.withField(
                        Map.of("start", Chains.end(Crowds.id(0)), "end", Chains.end(Crowds.id(1)),
                                "query", slow())));
    }

    @Test
    public void tune() throws Exception {
        assertCancelled(
                "/" + INDEX + "/_near_duplicate/tune",
                TestIndex.withField(Map.of("query", slow())));
    }

    @Test
    public void runsThatNobodyWaitsFor() throws Exception {
        for (String kind : List.of("groups", "tune")) {
            Answer started = rest.post(
                    "/" + INDEX + "/_near_duplicate/" + kind + "?wait_for_completion=false",
                    TestIndex.withField(Map.of("query", slow())));
            String task = (String) started.ok().at("task");
            awaitShardsOfSeveralNodes();
            Soon cancelled = Soon.begin(rest);
            rest.call("POST", "/_tasks/" + task + "/_cancel").ok();
            awaitEnd();
            cancelled.assertEnded(kind + " without a caller");
            assertThat(
                    new GroupsTasks(rest).awaitEnd(task).text(),
                    containsString("task_cancelled_exception"));
        }
    }

    /**
     * A timeout is no error: the answer has what was found until then, and says so. It comes while buckets
     * are looked up, or, some seconds later, while their documents are compared.
     */
    @Test
    public void searchTimeout() throws Exception {
        for (int millis : List.of(100, 5_000)) {
            Map<String, ?> body = Map.of("query", slow(), "timeout", millis + "ms");
            for (String index : List.of(INDEX, TEXTS)) {
                Soon asked = Soon.begin(rest);
                Answer answer = rest.post("/" + index + "/_search", body);
                assertEquals(answer.text(), 200, answer.status());
                assertEquals(true, answer.at("timed_out"));
                asked.assertEnded(index + " out of time after " + millis + " ms");
            }
            Answer refused =
                    rest.post("/" + INDEX + "/_search?allow_partial_search_results=false", body);
            assertTrue(refused.text(), refused.status() >= 400);
        }
    }

    /**
     * It has no part of an answer, as other hits would be shown in the place of those that are missing. The
     * aggregation compares each document with the text of each clause, which takes some minutes.
     */
    @Test
    public void collapsedSearchTimeout() throws Exception {
        Map<String, ?> collapse = TestIndex.withField(
                Map.of(
                        "retriever",
                        Map.of("standard", Map.of("query", Map.of("match_all", Map.of()))),
                        "verify", "signature"));
        Soon asked = Soon.begin(rest);
        Answer answer = rest.post("/" + INDEX + "/_search",
                Map.of("retriever", Map.of("near_duplicate_collapse", collapse), "aggs",
                        Map.of("slow", Map.of("filters", Map.of("filters", slowClauses(Map.of())))),
                        "timeout", "100ms"));
        assertThat(answer.text(), containsString("Time exceeded"));
        assertTrue(answer.text(), answer.status() >= 400);
        asked.assertEnded("collapsed search out of time");
    }

    private static void assertCancelled(String path, Map<String, ?> body) throws Exception {
        CompletableFuture<Answer> answer = rest.postAsync(path, body);
        awaitShardsOfSeveralNodes();
        assertFalse("over before it was cancelled", answer.isDone());
        Soon cancelled = Soon.begin(rest);
        rest.call("POST", "/_tasks/_cancel?actions=" + ACTIONS).ok();
        awaitEnd();
        cancelled.assertEnded(path + " by its task");
        assertThat(answer.join().text(), containsString("cancelled"));
        faults.awaitNothingLeft();
        Soon closed;
        Socket socket = RestCalls.postOnSocket(faults.address(0), path, body);
        try (socket) {
            awaitShardsOfSeveralNodes();
            closed = Soon.begin(rest);
        }
        awaitEnd();
        closed.assertEnded(path + " by a closed connection");
    }

    private static void awaitShardsOfSeveralNodes() throws IOException, InterruptedException {
        Await.until(
                () -> nodesAtWork(SHARD_ACTIONS) >= 2,
                () -> "shards at work");
    }

    /** Waits until nothing is at work on any node. */
    private static void awaitEnd() throws IOException, InterruptedException {
        Await.until(
                () -> nodesAtWork(ACTIONS) == 0,
                () -> "work that goes on");
    }

    private static int nodesAtWork(String actions) throws IOException {
        Answer answer = rest.call("GET", "/_tasks?actions=" + actions).ok();
        return ((Map<?, ?>) answer.at("nodes")).size();
    }

    /** Each clause has every document for a candidate, and compares it exactly, to the end. */
    private static Map<String, ?> slow() {
        return slow(Map.of());
    }

    private static Map<String, ?> slow(Map<String, ?> more) {
        return Map.of("bool", Map.of("should", slowClauses(more)));
    }

    private static List<Map<String, ?>> slowClauses(Map<String, ?> more) {
        List<Map<String, ?>> clauses = new ArrayList<>();
        for (int i = 0; i < CLAUSES; i++) {
            Map<String, Object> query = new LinkedHashMap<>(more);
            query.put("like", text(DOCUMENTS + i));
            query.put("verify", "exact");
            query.put("min_similarity", 0.5);
            clauses.add(TestIndex.query(query));
        }
        return clauses;
    }

    /** Nearly all of it is the same in all documents. */
    private static String text(int document) {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder(CHARACTERS + 10);
        for (int i = 0; i < CHARACTERS; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.append(Crowds.id(document)).toString();
    }
}
