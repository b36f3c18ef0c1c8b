package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** A run as a task: started and asked for later, watched, cancelled, and held to its memory. */
public class GroupsTaskIT {

    private static final String INDEX = "groups-task";

    private static RestCalls rest;
    private static GroupsTasks tasks;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        tasks = new GroupsTasks(rest);
        Crowds.boilerplate(rest, INDEX, TestIndex.settings(3), 20_000);
    }

    @After
    public void nothingIsLeft() throws IOException, InterruptedException {
        tasks.awaitNothingLeft();
    }

    @Test
    public void theAnswerIsKeptForThoseWhoAskForTheTask() throws Exception {
        Map<String, ?> body = Map.of("min_similarity", 0.99);
        GroupsAnswer expected = GroupsAnswer.ask(rest, INDEX, body);
        Answer answer = tasks.awaitEnd(tasks.start(INDEX, body));
        assertEquals(expected.answer().at("counts"), answer.at("response", "counts"));
        assertEquals(expected.answer().at("groups"), answer.at("response", "groups"));
        assertEquals(3, answer.at("response", "_shards", "successful"));
        assertEquals("grouping", answer.at("task", "status", "phase"));
        assertEquals(100.0, answer.at("task", "status", "band_terms_walked_percent"));
        assertEquals("indices:data/read/near_duplicate/groups", answer.at("task", "action"));
    }

    @Test
    public void anErrorIsKeptToo() throws Exception {
        Answer answer = tasks.awaitEnd(tasks.start(INDEX, Map.of("field", "nowhere")));

        assertThat(answer.text(), containsString("[field] must be a field of type [minhash]"));
        assertEquals(true, answer.at("completed"));
    }

    @Test
    public void progressIsShownAndCancellingEndsTheRun() throws Exception {
        String task = tasks.start(INDEX, Crowds.LONG_RUN);
        Answer running = tasks.awaitComparing(task);

        assertEquals(false, running.at("completed"));
        assertEquals(true, running.at("task", "cancellable"));
        assertEquals(
                Map.of("total", 3, "failed", 0), running.at("task", "status", "shards"));
        assertEquals(100.0, running.at("task", "status", "band_terms_walked_percent"));
        assertEquals(0, running.at("task", "status", "pairs", "verified"));
        assertThat(
                (String) running.at("task", "description"), containsString("[near] in [" + INDEX));
        assertTrue("charged: " + tasks.requestBytes(), tasks.requestBytes() > 100_000);

        Soon cancelled = Soon.begin(rest);
        tasks.cancel(task);
        assertEnded("cancelled by its task", cancelled);
    }

    @Test
    public void cancellingAtAnyMoment() throws Exception {
        for (int i = 0; i < 5; i++) {
            Soon started = Soon.begin(rest);
            String task = tasks.start(INDEX, Crowds.LONG_RUN);
            tasks.cancel(task);
            assertEnded("cancelled at its start", started);
        }
    }

    @Test
    public void aClosedConnectionCancels() throws Exception {
        String address = SharedCluster.ONE_NODE.node().address();
        Socket socket = RestCalls.postOnSocket(address, "/" + INDEX + "/_near_duplicate/groups",
                Crowds.LONG_RUN);
        Soon closed;
        try (socket) {
            tasks.awaitComparing(tasks.awaitAny());
            closed = Soon.begin(rest);
        }
        assertEnded("cancelled by a closed connection", closed);
    }

    @Test
    public void tooLittleMemoryIsAnErrorThatNamesTheBreaker() throws Exception {
        for (String limit : List.of("1kb", "100kb", "1mb", "10mb")) {
            limitRequests(limit);
            Answer answer;
            try {
                answer = GroupsAnswer.send(rest, INDEX, Crowds.LONG_RUN);
            } finally {
                limitRequests(null);
            }
            System.out.println(limit + ": " + answer.at("error", "reason"));
            assertEquals(limit + ": " + answer.text(), 429, answer.status());
            assertThat(answer.text(), containsString("circuit_breaking_exception"));
            assertThat(answer.text(), containsString("[request] Data too large"));
            tasks.awaitNothingCharged();
        }
    }

    /** Messages that close sessions may be under way for a moment longer than the run. */
    private static void assertEnded(String what, Soon cancelled)
            throws IOException, InterruptedException {
        tasks.awaitNone();
        cancelled.assertEnded(what);
    }

    private static void limitRequests(String limit) throws IOException {
        rest.setting("indices.breaker.request.limit", limit).ok();
    }
}
