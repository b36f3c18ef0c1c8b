package org.nearduplicate.integration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;

/** Indexes documents in small bulks while faults happen, and remembers which were acknowledged. */
final class Writes implements AutoCloseable {

    private static final int BATCH = 5;

    /** A node that is gone is not asked all the time. */
    private static final long PAUSE_NANOS = 20_000_000;

    private final String path;
    private final int documents;
    private final IntFunction<String> text;
    private final AtomicInteger next = new AtomicInteger();
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    private final List<CompletableFuture<Void>> ends = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile int allowed;
    private volatile boolean enough;

    private Writes(String path, int documents, IntFunction<String> text) {
        this.path = path;
        this.documents = documents;
        this.allowed = documents;
        this.text = text;
    }

    /**
     * Starts to write.
     *
     * @param index where to
     * @param parameters of the address, after a question mark, or nothing
     * @param documents how many are written in all, at most
     * @param connections each writes at its own pace, and again what got no answer
     */
    static Writes start(
            String index, String parameters, int documents, IntFunction<String> text,
            List<RestCalls> connections) {
        Writes writes = new Writes("/" + index + "/_bulk" + parameters, documents, text);
        for (RestCalls rest : connections) {
            writes.ends.add(
                    CompletableFuture.runAsync(() -> writes.write(rest), writes.threads));
        }
        return writes;
    }

    /** Lets about that many more documents be written; those that are left wait until it is said again. */
    void allow(int count) {
        allowed = Math.min(documents, next.get() + count);
    }

    /** Waits until that many documents are acknowledged from now on. */
    void awaitMore(int count) throws IOException, InterruptedException {
        int goal = acknowledged.size() + count;
        Await.until(() -> {
            ends.stream().filter(CompletableFuture::isCompletedExceptionally).forEach(
                    CompletableFuture::join);
            return acknowledged.size() >= goal;
        }, () -> acknowledged.size() + " documents, not " + goal);
    }

    /** How many documents are left to write. */
    int left() {
        return documents - next.get();
    }

    /** The texts of the documents that the server said to have. */
    Map<String, String> acknowledged() {
        return Map.copyOf(acknowledged);
    }

    /** Waits until all is written. */
    void awaitAll() {
        threads.shutdown();
        CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                .orTimeout(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** Ends it, whether all is written or not. */
    @Override
    public void close() {
        enough = true;
        awaitAll();
    }

    private void write(RestCalls rest) {
        int from = next.getAndAdd(BATCH);
        while (enough == false && from < documents) {
            if (from >= allowed) {
                LockSupport.parkNanos(PAUSE_NANOS);
                continue;
            }
            Map<String, String> batch = new LinkedHashMap<>();
            for (int i = from; i < from + BATCH; i++) {
                batch.put(Crowds.id(i), text.apply(i));
            }
            try {
                write(rest, batch);
                from = next.getAndAdd(BATCH);
            } catch (IOException e) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void write(RestCalls rest, Map<String, String> batch) throws IOException {
        StringBuilder lines = new StringBuilder();
        batch.forEach((id, each) -> {
            lines.append(Json.of(Map.of("index", Map.of("_id", id)))).append('\n');
            lines.append(Json.of(Map.of(TestIndex.FIELD, each))).append('\n');
        });
        Answer answer = rest.callLines("POST", path, lines.toString());
        if (answer.status() != 200) {
            return;
        }
        for (Map<?, ?> item : answer.objects("items")) {
            Map<?, ?> result = (Map<?, ?>) item.get("index");
            if (((Number) result.get("status")).intValue() < 300) {
                String id = (String) result.get("_id");
                acknowledged.put(id, batch.get(id));
            }
        }
    }
}
