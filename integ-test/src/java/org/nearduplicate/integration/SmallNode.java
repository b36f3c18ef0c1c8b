package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerNode;
import org.nearduplicate.server.SharedCluster;

/** A node with a heap of 512 MB, asked by many at once, and what it must not suffer from. */
final class SmallNode {

    private final RestCalls rest;
    private final GroupsTasks tasks;

    SmallNode() throws IOException, InterruptedException {
        this.rest = SharedCluster.SMALL_NODE.rest();
        this.tasks = new GroupsTasks(rest);
    }

    RestCalls rest() {
        return rest;
    }

    /** Checks that the node lives, had memory enough all the time, and holds nothing any more. */
    void assertUnharmed() throws IOException, InterruptedException {
        ServerNode node = SharedCluster.SMALL_NODE.node();
        assertTrue("the node is gone:\n" + errors(node), node.isRunning());
        assertEquals(List.of(), errors(node));
        tasks.awaitNothingLeft();
    }

    private static List<String> errors(ServerNode node) throws IOException {
        return node.log().lines()
                .filter(line -> line.contains("java.lang.OutOfMemoryError")
                        || line.contains("fatal error"))
                .toList();
    }

    /** What many requests at the same time came to. */
    record Crowd(List<Answer> answers, long mostCharged, long millis) {

        long withStatus(int status) {
            return answers.stream().filter(answer -> answer.status() == status).count();
        }

        /** Checks that each was answered or refused for want of room, and some were answered. */
        void assertAnsweredOrRefused() {
            for (Answer answer : answers) {
                assertTrue(
                        answer.status() + ": " + answer.text(),
                        answer.status() == 429 || answer.status() / 100 == 2);
            }
            assertTrue("all refused", withStatus(429) < answers.size());
        }
    }

    /**
     * Sends requests on as many connections at the same time, and watches the request breaker meanwhile.
     *
     * @param body gives the body of each, which may be the same array
     */
    Crowd postAll(String path, int requests, IntFunction<byte[]> body)
            throws IOException, InterruptedException {
        return postAll(i -> path, requests, body);
    }

    /** The same, each to a path of its own. */
    Crowd postAll(IntFunction<String> path, int requests, IntFunction<byte[]> body)
            throws IOException, InterruptedException {
        String address = "http://" + SharedCluster.SMALL_NODE.node().address();
        long start = System.nanoTime();
        List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
        try (HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build()) {
            for (int i = 0; i < requests; i++) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(address + path.apply(i)))
                        .header("Content-Type", "application/json")
                        .timeout(Await.LIMIT)
                        .POST(BodyPublishers.ofByteArray(body.apply(i)))
                        .build();
                sent.add(client.sendAsync(request, BodyHandlers.ofString()));
            }
            CompletableFuture<?> all =
                    CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new));
            long mostCharged = 0;
            while (all.isDone() == false) {
                mostCharged = Math.max(mostCharged, tasks.requestBytes());
            }
            List<Answer> answers = sent.stream()
                    .map(CompletableFuture::join)
                    .map(answer -> new Answer(answer.statusCode(), answer.body(), List.of()))
                    .toList();
            return new Crowd(answers, mostCharged, millisSince(start));
        }
    }

    /** Sets the limit of the request breaker, or the usual one if it is null. */
    void limitRequests(String limit) throws IOException {
        rest.setting("indices.breaker.request.limit", limit).ok();
    }

    /**
     * Cancels a request in the midst of its work.
     *
     * @param actions the actions of which one task is awaited and then cancelled
     * @param answer that of the request
     * @return measures since it was looked for, just before it was cancelled, and it has ended; none if it was over before
     */
    Optional<Soon> cancel(String actions, Future<Answer> answer)
            throws IOException, InterruptedException {
        Soon cancelled = Soon.begin(rest);
        Await.until(
                () -> answer.isDone() || hasTask(rest.call("GET", "/_tasks?actions=" + actions)),
                () -> "a task of " + actions);
        Answer tasks = rest.call(
                "POST", "/_tasks/_cancel?wait_for_completion=true&actions=" + actions);
        return hasTask(tasks.ok()) ? Optional.of(cancelled) : Optional.empty();
    }

    private static boolean hasTask(Answer tasks) {
        return tasks.text().contains("\"action\"");
    }

    static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    static byte[] bytes(Map<String, ?> body) {
        return Json.of(body).getBytes(StandardCharsets.UTF_8);
    }
}
