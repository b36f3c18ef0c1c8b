package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/** The calls that are made of a server. Safe to share between threads. */
final class Server {

    private static final String HEAP = "1g";
    private static final double MILLIS = 1e3;

    private final RestCalls rest;

    Server(RestCalls rest) {
        this.rest = rest;
    }

    /** Starts a cluster of one node with the plugin. */
    static ServerCluster start(PrintStream out) throws IOException, InterruptedException {
        return start(1, out);
    }

    /**
     * Starts a cluster with the plugin, as the build says where server and plugin are.
     *
     * @param out is told how it gets on
     */
    static ServerCluster start(int nodes, PrintStream out)
            throws IOException, InterruptedException {
        return ServerCluster.builder()
                .nodes(nodes)
                .distribution(Path.of(System.getProperty("server.distribution")))
                .plugin(Path.of(System.getProperty("plugin.zip")))
                .heap(HEAP)
                .progress(out::println)
                .start();
    }

    /** Makes a call without a body, which has to succeed. */
    Answer call(String method, String path) throws IOException {
        return rest.call(method, path).ok();
    }

    /** Makes a call, which has to succeed. */
    Answer call(String method, String path, Map<String, ?> body) throws IOException {
        return send(method, path, Json.of(body));
    }

    /** Makes a call whose body was made before, which has to succeed. */
    Answer send(String method, String path, String json) throws IOException {
        return rest.call(method, path, json).ok();
    }

    /** Creates an index of one shard without replicas that is refreshed only when asked. */
    void create(String index, Map<String, ?> properties) throws IOException {
        create(index, 1, properties);
    }

    /** The same, of some shards, which stay where they are. */
    void create(String index, int shards, Map<String, ?> properties) throws IOException {
        create(index, shards, Map.of(), properties);
    }

    /** The same, with more settings. */
    void create(
            String index, int shards, Map<String, ?> more, Map<String, ?> properties)
            throws IOException {
        Map<String, Object> settings = new HashMap<>(more);
        settings.putAll(
                Map.of(
                        "number_of_shards", shards,
                        "routing.rebalance.enable", "none",
                        "number_of_replicas", 0,
                        "refresh_interval", -1));
        Map<String, ?> mappings = Map.of("dynamic", "strict", "properties", properties);
        call("PUT", "/" + index, Map.of("settings", settings, "mappings", mappings));
    }

    /** Deletes an index. */
    void delete(String index) throws IOException {
        call("DELETE", "/" + index);
    }

    /**
     * Indexes documents.
     *
     * @param lines a bulk request
     * @throws IllegalStateException if one is refused
     */
    void bulk(String index, String lines) throws IOException {
        Answer answer = rest
                .callLines("POST", "/" + index + "/_bulk?filter_path=errors", lines)
                .ok();
        if (answer.at("errors").equals(false) == false) {
            throw new IllegalStateException("documents were refused in " + index);
        }
    }

    /** Makes a call whose body are lines of JSON, which has to succeed. */
    Answer lines(String path, String lines) throws IOException {
        return rest.callLines("POST", path, lines).ok();
    }

    /** Writes what an index holds in memory to its directory, and waits for it. */
    void flush(String index) throws IOException {
        call("POST", "/" + index + "/_flush");
    }

    /** Merges an index to one segment, and makes it visible. */
    void mergeToOne(String index) throws IOException {
        call("POST", "/" + index + "/_forcemerge?max_num_segments=1");
        call("POST", "/" + index + "/_refresh");
    }

    /** Makes all documents visible, after the merges that are due. */
    void settle(String index) throws IOException {
        call("POST", "/" + index + "/_forcemerge");
        call("POST", "/" + index + "/_refresh");
    }

    /**
     * Counts the visible documents.
     *
     * @throws IllegalStateException if it is another number than expected
     */
    void checkDocuments(String index, int expected) throws IOException {
        Object count = call("GET", "/" + index + "/_count").at("count");
        if (count.equals(expected) == false) {
            throw new IllegalStateException(
                    index + " has " + count + " documents, not " + expected);
        }
    }

    /** Returns a number of the statistics of an index, such as {@code store size_in_bytes}. */
    long statistic(String index, String group, String name) throws IOException {
        Answer answer = call("GET", "/" + index + "/_stats/" + group);
        return ((Number) answer.at("indices", index, "primaries", group, name)).longValue();
    }

    /** Returns the seconds of processor time of the server so far, in all of its threads. */
    static double processorSeconds() {
        return ProcessHandle.current().descendants()
                .map(process -> process.info().totalCpuDuration().orElseThrow())
                .mapToLong(Duration::toMillis)
                .sum() / MILLIS;
    }

    /** Returns what the server is. */
    String describe() throws IOException {
        Map<?, ?> node = node(call("GET", "/_nodes/jvm,os"));
        Map<?, ?> jvm = (Map<?, ?>) node.get("jvm");
        return String.format(Locale.ROOT,
                "Server: Elasticsearch %s, %s %s, heap of a node %d MB; the client on the same machine",
                node.get("version"),
                jvm.get("vm_name"),
                jvm.get("version"),
                (long) number(jvm, "mem", "heap_max_in_bytes") >> 20);
    }

    private static Map<?, ?> node(Answer answer) throws IOException {
        return (Map<?, ?>) ((Map<?, ?>) answer.at("nodes")).values().iterator().next();
    }

    private static double number(Map<?, ?> object, String... path) {
        Object value = object;
        for (String step : path) {
            value = ((Map<?, ?>) value).get(step);
        }
        return ((Number) value).doubleValue();
    }
}
