package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What each node does from now on, and the most that is charged to its breaker of requests meanwhile. */
final class NodeUsage implements AutoCloseable {

    private static final int PERIOD_MILLIS = 50;
    private static final double MILLIS = 1e3;

    private final Server server;
    private final Map<String, Node> before;
    private final Map<String, Long> peaks = new HashMap<>();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();

    /** Begins to watch. */
    NodeUsage(Server server) throws IOException {
        this.server = server;
        this.before = nodes();
        watch.scheduleWithFixedDelay(this::look, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * What a node did.
     *
     * @param processorSeconds of all its threads
     * @param sent the bytes that it sent to other nodes
     * @param received the bytes that it received from them
     * @param charged the most that was charged at a time
     * @param oldHeap the most that its old objects took since it started, in bytes
     */
    record Node(double processorSeconds, long sent, long received, long charged, long oldHeap) {}

    /** Returns what each node did so far, in the order of their names. */
    List<Node> soFar() throws IOException {
        Map<String, Long> most;
        synchronized (peaks) {
            most = Map.copyOf(peaks);
        }
        return nodes().entrySet().stream().map(entry -> {
            Node now = entry.getValue();
            Node then = before.get(entry.getKey());
            return new Node(
                    now.processorSeconds - then.processorSeconds, now.sent - then.sent,
                    now.received - then.received, most.getOrDefault(entry.getKey(), 0L),
                    now.oldHeap);
        }).toList();
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }

    private void look() {
        try {
            nodes("breaker").forEach((name, node) -> {
                long charged = number(node, "breakers", "request", "estimated_size_in_bytes");
                synchronized (peaks) {
                    peaks.merge(name, charged, Math::max);
                }
            });
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, Node> nodes() throws IOException {
        Map<String, Node> nodes = new TreeMap<>();
        nodes("process,transport,jvm").forEach(
                (name, node) -> nodes.put(
                        name,
                        new Node(
                                number(node, "process", "cpu", "total_in_millis") / MILLIS,
                                number(node, "transport", "tx_size_in_bytes"),
                                number(node, "transport", "rx_size_in_bytes"),
                                0,
                                number(node, "jvm", "mem", "pools", "old", "peak_used_in_bytes"))));
        return nodes;
    }

    private Map<String, Map<?, ?>> nodes(String metrics) throws IOException {
        Map<String, Map<?, ?>> nodes = new HashMap<>();
        Map<?, ?> answer = (Map<?, ?>) server.call("GET", "/_nodes/stats/" + metrics).at("nodes");
        for (Object node : answer.values()) {
            nodes.put((String) ((Map<?, ?>) node).get("name"), (Map<?, ?>) node);
        }
        return nodes;
    }

    private static long number(Map<?, ?> node, String... path) {
        Object value = node;
        for (String step : path) {
            value = ((Map<?, ?>) value).get(step);
        }
        return ((Number) value).longValue();
    }
}
