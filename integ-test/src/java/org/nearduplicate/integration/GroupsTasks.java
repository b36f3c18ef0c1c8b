package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.RestCalls;

/** The runs of requests for groups as tasks, and what they hold of a server. */
final class GroupsTasks {

    private final RestCalls rest;

    GroupsTasks(RestCalls rest) {
        this.rest = rest;
    }

    /** Starts a run, and returns its task. */
    String start(String index, Map<String, ?> body) throws IOException {
        Answer answer = rest.post("/" + index + "/_near_duplicate/groups?wait_for_completion=false",
                TestIndex.withField(body));
        return (String) answer.ok().at("task");
    }

    Answer get(String task) throws IOException {
        return rest.call("GET", "/_tasks/" + task);
    }

    /** Waits for a run to end, and returns what is kept of it. */
    Answer awaitEnd(String task) throws IOException, InterruptedException {
        return await(task, answer -> answer.text().startsWith("{\"completed\":true"));
    }

    /** Cancels a run, and checks that it ends by that. */
    void cancel(String task) throws IOException, InterruptedException {
        rest.call("POST", "/_tasks/" + task + "/_cancel?wait_for_completion=true").ok();
        assertThat(awaitEnd(task).text(), containsString("task_cancelled_exception"));
    }

    /** Waits until a run has compared pairs, so that it is in the midst of its work. */
    Answer awaitComparing(String task) throws IOException, InterruptedException {
        return await(
                task,
                answer -> answer.text().contains("\"phase\":\"comparing\"")
                        && answer.text().contains("\"compared\":0,") == false);
    }

    /** Waits until the status of a run meets a condition, and returns it. */
    Answer await(String task, Predicate<Answer> condition)
            throws IOException, InterruptedException {
        return Await.found(() -> {
            Answer answer = get(task);
            // What is kept of a task may not be visible yet when the task has just ended.
            return answer.status() == 200 && condition.test(answer)
                    ? Optional.of(answer)
                    : Optional.empty();
        }, () -> "task " + task);
    }

    /** Waits for a run that another connection began, and returns its task. */
    String awaitAny() throws IOException, InterruptedException {
        return Await.found(() -> {
            String text = listed("*near_duplicate/groups");
            int at = text.indexOf("\"node\":\"");
            if (at < 0) {
                return Optional.empty();
            }
            String node = text.substring(at + 8, text.indexOf('"', at + 8));
            String id = text.substring(text.indexOf("\"id\":", at) + 5);
            return Optional.of(node + ":" + id.substring(0, id.indexOf(',')));
        }, () -> "a run");
    }

    /** Waits until nodes do work units of a run. */
    void awaitUnits(String run) throws IOException, InterruptedException {
        Await.until(
                () -> listed("*near_duplicate/groups%5B*").contains(run),
                () -> "work units of " + run);
    }

    /** Waits until neither runs nor messages to shards are under way. */
    void awaitNone() throws IOException, InterruptedException {
        Await.until(
                () -> running().contains("near_duplicate") == false,
                () -> "the end of all runs");
    }

    /** The runs and their messages to shards. */
    String running() throws IOException {
        return listed("*near_duplicate*");
    }

    private String listed(String actions) throws IOException {
        return rest.call("GET", "/_tasks?actions=" + actions).ok().text();
    }

    /** The bytes that are charged to the request breakers of all nodes. */
    long requestBytes() throws IOException {
        Map<?, ?> nodes = (Map<?, ?>) rest.call("GET", "/_nodes/stats/breaker").ok().at("nodes");
        long bytes = 0;
        for (Object node : nodes.values()) {
            Map<?, ?> breakers = (Map<?, ?>) ((Map<?, ?>) node).get("breakers");
            Map<?, ?> request = (Map<?, ?>) breakers.get("request");
            bytes += ((Number) request.get("estimated_size_in_bytes")).longValue();
        }
        return bytes;
    }

    /** Waits until nothing is left of any run: no task, no memory that is charged, no open view. */
    void awaitNothingLeft() throws IOException, InterruptedException {
        awaitNone();
        awaitNothingCharged();
        awaitNothingOpen();
    }

    /** Waits until no view of a search is open on any node. */
    void awaitNothingOpen() throws IOException, InterruptedException {
        Await.until(
                () -> openContexts() == 0,
                () -> "search contexts to be closed");
    }

    private int openContexts() throws IOException {
        Answer answer = rest.call("GET", "/_stats/search").ok();
        return ((Number) answer.at("_all", "total", "search", "open_contexts")).intValue();
    }

    /** Waits until nothing is charged: each run and each session has given back what it took. */
    void awaitNothingCharged() throws IOException, InterruptedException {
        Await.until(
                () -> requestBytes() == 0,
                () -> "request bytes to be given back");
    }
}
