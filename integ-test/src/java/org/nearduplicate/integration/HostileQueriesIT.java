package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;

/** Queries and runs that are made to bring a node of 512 MB down, on a bucket of all documents. */
public class HostileQueriesIT {

    private static final String INDEX = "hostile-bucket";
    private static final String SEARCH = "/" + INDEX + "/_search";
    private static final int DOCUMENTS = 50_000;
    private static final int CLAUSE_DOCUMENTS = 20_000;
    private static final int MEGABYTE = 1_000_000;

    /** So often a request is sent that is over before it can be cancelled. */
    private static final int MOST_SENT = 20;

    private static SmallNode node;
    private static TestIndex index;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        node = new SmallNode();
        index = Crowds.boilerplate(node.rest(), INDEX, TestIndex.settings(1), DOCUMENTS);
    }

    @After
    public void nodeIsUnharmed() throws IOException, InterruptedException {
        node.assertUnharmed();
    }

    @Test
    public void manyLikesOf10MegabytesAtATime() throws Exception {
        byte[] body = query(Map.of("like", Texts.shortWords(1, 10 * MEGABYTE), "verify", "exact"));
        SmallNode.Crowd crowd = node.postAll(SEARCH, Effort.times(8), i -> body);

        report("likes of 10 MB", crowd);
        crowd.assertAnsweredOrRefused();
        assertTrue("nothing was charged", crowd.mostCharged() > MEGABYTE);
    }

    @Test
    public void aThousandQueriesAtATime() throws Exception {
        byte[] large = query(Map.of("like", Texts.shortWords(2, MEGABYTE)));
        byte[] many = query(
                Map.of("like", IntStream.range(0, 10_000).mapToObj(i -> "word " + i).toList()));
        SmallNode.Crowd crowd = node.postAll(
                SEARCH + "?size=1&request_cache=false", Effort.times(1_000),
                i -> switch (i % 20) {
                    case 0 -> large;
                    case 1 -> many;
                    default -> query(
                            Map.of("like", text(i), "share_of", i % 2 == 0 ? "union" : "like"));
                });

        report("a thousand queries", crowd);
        crowd.assertAnsweredOrRefused();
        for (int i = 2; i < 20; i++) {
            Answer answer = crowd.answers().get(i);
            if (answer.status() == 200) {
                assertEquals(Crowds.id(i), answer.at("hits", "hits", 0, "_id"));
            }
        }
    }

    @Test
    public void everyDocumentIsInTheBucket() throws Exception {
        Answer all = index.search(
                Map.of(
                        "query",
                        TestIndex.query(
                                Map.of("like", text(1), "verify", "exact", "min_similarity", 0.9)),
                        "track_total_hits", true));
        int hits = (int) all.ok().at("hits", "total", "value");
        assertTrue(hits + " hits", hits > DOCUMENTS * 9 / 10);
        assertEquals(Crowds.id(1), all.at("hits", "hits", 0, "_id"));

        GroupsAnswer groups = GroupsAnswer.ask(
                node.rest(), INDEX,
                Map.of("verify", "exact", "min_similarity", 0.9, "max_bucket_texts", 100_000));
        assertEquals(hits, groups.answer().at("groups", 0, "size"));
        GroupsAnswer limited = GroupsAnswer.ask(
                node.rest(), INDEX, Map.of("min_similarity", 0.9));
        assertEquals(1, limited.answer().at("counts", "buckets", "limited"));
        assertEquals(hits, limited.answer().at("counts", "buckets", "documents_in_limited"));
        Answer chain = Chains.chain(
                node.rest(), INDEX,
                Map.of(
                        "start", Chains.end(Crowds.id(1)), "end",
                        Chains.end(all.at("hits", "hits", 999, "_id")),
                        "min_similarity", 0.9));
        assertEquals(1, chain.ok().at("length"));
        Answer tuned = run("tune", Map.of("sample_size", 300, "hash_count", 64));
        assertEquals(300, tuned.ok().at("sample", "size"));
    }

    /** Each reads nearly every document of an index that stores no sets. What they share is charged, or done without. */
    @Test
    public void manyClausesOverTheSameTexts() throws Exception {
        String name = "hostile-sources";
        TestIndex sources = TestIndex.create(
                node.rest(), name, TestIndex.settings(1), Map.of("bands", 1, "rows", 2));
        Crowds.fill(sources, CLAUSE_DOCUMENTS, HostileQueriesIT::text);
        Map<String, ?> search = Map.of(
                "query",
                Map.of(
                        "dis_max",
                        Map.of(
                                "queries",
                                IntStream.range(0, 10)
                                        .mapToObj(i -> TestIndex.query(
                                                Map.of("like", text(i), "min_similarity", 0.9)))
                                        .toList())),
                "track_total_hits", true, "size", 1);
        Object hits = sources.search(search).ok().at("hits", "total", "value");
        assertTrue(hits + " hits", (int) hits > CLAUSE_DOCUMENTS * 9 / 10);
        SmallNode.Crowd crowd = node.postAll(
                "/" + name + "/_search?request_cache=false", Effort.times(4),
                i -> SmallNode.bytes(search));

        report("ten clauses", crowd);
        assertTrue("nothing was charged", crowd.mostCharged() > MEGABYTE);
        for (Answer answer : crowd.answers()) {
            assertEquals(hits, answer.ok().at("hits", "total", "value"));
        }
        node.assertUnharmed();
        node.limitRequests("1mb");
        try {
            assertEquals(hits, sources.search(search).ok().at("hits", "total", "value"));
        } finally {
            node.limitRequests(null);
        }
    }

    @Test
    public void littleMemoryIsARefusal() throws Exception {
        String like = Texts.shortWords(3, MEGABYTE);
        for (String limit : List.of("1kb", "1mb", "3mb")) {
            node.limitRequests(limit);
            try {
                refused(limit, index.near(Map.of("like", like, "verify", "exact")));
                refused(limit, run("tune", Map.of("hash_count", 64)));
                refused(limit, run("compare", Map.of("a", like, "b", like)));
            } finally {
                node.limitRequests(null);
            }
            node.assertUnharmed();
        }
        index.near(Map.of("like", like, "verify", "exact")).ok();
    }

    @Test
    public void manyComparisonsOf2MegabytesAtATime() throws Exception {
        byte[] body = SmallNode.bytes(
                TestIndex.withField(
                        Map.of(
                                "a", Texts.shortWords(5, 2 * MEGABYTE),
                                "b", Texts.shortWords(6, 2 * MEGABYTE))));
        SmallNode.Crowd crowd = node.postAll(
                "/" + INDEX + "/_near_duplicate/compare", Effort.times(4), i -> body);

        report("comparisons of 2 MB", crowd);
        crowd.assertAnsweredOrRefused();
        assertTrue("nothing was charged", crowd.mostCharged() > MEGABYTE);
    }

    @Test
    public void cancelling() throws Exception {
        for (String shareOf : List.of("union", "like", "document")) {
            List<Map<String, ?>> clauses = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                clauses.add(
                        TestIndex.query(
                                Map.of(
                                        "like", text(i), "verify", "exact", "min_similarity", 0.1,
                                        "share_of", shareOf)));
            }
            cancelled(
                    "a query on the bucket for " + shareOf, "*search*", "_search",
                    Map.of("query", Map.of("bool", Map.of("should", clauses))), 0);
        }
        cancelled(
                "groups",
                Map.of("verify", "exact", "min_similarity", 0.96, "max_bucket_texts", 100_000));
        cancelled("tune", Map.of("sample_size", 10_000, "hash_count", List.of(512, 1024)));
    }

    /** Elasticsearch does not tell a query that it is cancelled while the query is made from its text. */
    @Test
    public void cancellingWhileALongLikeIsRead() throws Exception {
        Map<String, ?> like = Map.of("like", Texts.shortWords(4, 10 * MEGABYTE));
        long start = System.nanoTime();
        index.near(like).ok();
        long readMillis = SmallNode.millisSince(start);
        cancelled(
                "a like of 10 MB, which takes " + readMillis + " ms", "*search*", "_search",
                Map.of("query", TestIndex.query(like)), 2 * readMillis);
    }

    /** Of all texts it is the one whose parts are the most alike without being the same. */
    @Test
    public void cancellingAComparison() throws Exception {
        String text = Texts.fibonacci(3_000_000);
        cancelled("compare", Map.of("a", "v " + text, "b", text));
    }

    private static void cancelled(String kind, Map<String, ?> body) throws Exception {
        cancelled(
                kind, "*near_duplicate/" + kind, "_near_duplicate/" + kind,
                TestIndex.withField(body), 0);
    }

    /** One that is over before it can be cancelled is sent again. */
    private static void cancelled(
            String what, String actions, String path, Map<String, ?> body, long moreMillis)
            throws Exception {
        CompletableFuture<Answer> answer = null;
        Optional<Soon> cancelled = Optional.empty();
        for (int sent = 0; cancelled.isEmpty() && sent < MOST_SENT; sent++) {
            answer = node.rest().postAsync("/" + INDEX + "/" + path, body);
            cancelled = node.cancel(actions, answer);
        }
        cancelled.orElseThrow(() -> new AssertionError(what + " is always over too soon"))
                .assertEnded(what, moreMillis);
        assertThat(what, answer.get().text(), containsString("task_cancelled_exception"));
    }

    private static void refused(String limit, Answer answer) {
        assertEquals(limit + ": " + answer.text(), 429, answer.status());
        assertThat(answer.text(), containsString("circuit_breaking_exception"));
    }

    private static Answer run(String request, Map<String, ?> body) throws IOException {
        return TestIndex.send(node.rest(), request, INDEX, body);
    }

    private static void report(String what, SmallNode.Crowd crowd) {
        System.out.println(
                what + ": " + crowd.withStatus(200) + " answered, " + crowd.withStatus(429)
                        + " refused, in " + crowd.millis() + " ms, most charged "
                        + crowd.mostCharged() + " bytes");
    }

    private static String text(int document) {
        return Texts.window("boiler", 0, 40) + " own" + document;
    }

    private static byte[] query(Map<String, ?> query) {
        return SmallNode.bytes(Map.of("query", TestIndex.query(query)));
    }
}
