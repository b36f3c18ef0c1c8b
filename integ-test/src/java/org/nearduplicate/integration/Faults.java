package org.nearduplicate.integration;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Await;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;
import org.nearduplicate.server.ServerNode;
import org.nearduplicate.server.SharedCluster;

/** What tests do to the three nodes, and how they are made whole again. */
final class Faults {

    static final int NODES = 3;

    private final ServerCluster cluster;
    private final RestCalls rest;
    private final GroupsTasks tasks;

    private Faults(ServerCluster cluster, RestCalls rest) {
        this.cluster = cluster;
        this.rest = rest;
        this.tasks = new GroupsTasks(rest);
    }

    static Faults ofThreeNodes() throws IOException, InterruptedException {
        return new Faults(SharedCluster.THREE_NODES.cluster(), SharedCluster.THREE_NODES.rest());
    }

    /** A connection to all nodes, to be left open. */
    RestCalls rest() {
        return rest;
    }

    /** A connection to one node only. */
    RestCalls to(int node) throws IOException {
        return RestCalls.to(List.of(address(node)));
    }

    /** Host and port of the REST interface of a node. */
    String address(int node) throws IOException {
        return cluster.nodes().get(node).address();
    }

    /**
     * Settings of an index with a shard for each node, none with two if there are no replicas. Lost copies
     * are made anew at once.
     */
    static Map<String, ?> settings(int replicas) {
        return Map.of(
                "number_of_shards", NODES,
                "number_of_replicas", replicas,
                "routing.allocation.total_shards_per_node", 1 + 2 * replicas,
                "unassigned.node_left.delayed_timeout", "0s");
    }

    /** The nodes that a test kills one after the other while it asks the first: one in a build, else all others. */
    static List<Integer> victims() {
        return Effort.isUsual() ? List.of(1) : List.of(1, 2);
    }

    void kill(int node) {
        cluster.kill(node);
    }

    void restart() throws IOException, InterruptedException {
        cluster.restart();
    }

    /** Starts the nodes that were killed, and waits until every shard has all its copies. */
    void reviveAll() throws IOException, InterruptedException {
        for (int node = 0; node < NODES; node++) {
            if (cluster.nodes().get(node).isRunning() == false) {
                cluster.revive(node);
            }
        }
        awaitGreen();
    }

    /** Waits until every shard has all its copies where they stay. */
    void awaitGreen() throws IOException, InterruptedException {
        awaitGreen(rest);
    }

    /** The same of any cluster. */
    static void awaitGreen(RestCalls rest) throws IOException, InterruptedException {
        Await.until(
                () -> rest.call(
                        "GET",
                        "/_cluster/health?wait_for_status=green&wait_for_no_relocating_shards=true"
                                + "&wait_for_no_initializing_shards=true&timeout=20s")
                        .status() == 200,
                () -> "shards without all their copies");
    }

    /** Waits until the nodes that are left have noticed that one is gone, and one of them has each shard of an index. */
    static void awaitTakenOver(RestCalls rest, String index)
            throws IOException, InterruptedException {
        Await.until(
                () -> rest.call(
                        "GET",
                        "/_cluster/health/" + index + "?wait_for_status=yellow&wait_for_nodes="
                                + (NODES - 1) + "&timeout=20s")
                        .status() == 200,
                () -> "nobody has all shards of " + index);
    }

    /**
     * Waits until no node has anything left of what was asked: no task, nothing charged to the breaker of
     * requests, which every session of a run is with a query, and no open view of a search.
     */
    void awaitNothingLeft() throws IOException, InterruptedException {
        tasks.awaitNothingLeft();
    }

    /** The nodes that hold a copy of a shard of the index. */
    TreeSet<Integer> holders(String index, int shard) throws IOException {
        TreeSet<Integer> nodes = new TreeSet<>();
        for (Map<?, ?> copy : copies(index)) {
            if (Integer.parseInt((String) copy.get("shard")) == shard) {
                nodes.add(node(copy));
            }
        }
        return nodes;
    }

    /** Moves the only copy of a shard to another node, and waits until it is there. */
    void move(String index, int shard, int to) throws IOException, InterruptedException {
        int from = holders(index, shard).first();
        String command = "{\"commands\":[{\"move\":{\"index\":\"" + index + "\",\"shard\":" + shard
                + ",\"from_node\":\"node-" + from + "\",\"to_node\":\"node-" + to + "\"}}]}";
        rest.call("POST", "/_cluster/reroute", command).ok();
        Await.until(
                () -> holders(index, shard).first() == to,
                () -> "shard " + shard + " of " + index + " is not on node " + to);
    }

    /** Waits until a node has logged something. */
    void awaitLogged(String text) throws IOException, InterruptedException {
        Await.until(
                () -> {
                    for (ServerNode node : cluster.nodes()) {
                        if (node.log().contains(text)) {
                            return true;
                        }
                    }
                    return false;
                },
                () -> "no node has logged " + text);
    }

    /** Where a node has its shards. */
    Path data(int node) throws IOException {
        Answer answer = rest.call("GET", "/_nodes/node-" + node + "/stats/fs").ok();
        Object id = ((Map<?, ?>) answer.at("nodes")).keySet().iterator().next();
        return Path.of((String) answer.at("nodes", id, "fs", "data", 0, "path"));
    }

    /** The name of the node that runs a task. */
    String nodeOf(String task) throws IOException {
        String id = task.substring(0, task.indexOf(':'));
        return (String) rest.call("GET", "/_nodes").ok().at("nodes", id, "name");
    }

    private List<Map<?, ?>> copies(String index) throws IOException {
        Answer answer = rest.call("GET", "/_cat/shards/" + index + "?format=json&h=shard,node");
        return answer.ok().objects().stream().filter(copy -> copy.get("node") != null).toList();
    }

    /** A copy that moves is listed with the node that it is on, then the one that it goes to. */
    private static int node(Map<?, ?> copy) {
        String name = ((String) copy.get("node")).split(" ")[0];
        return Integer.parseInt(name.substring("node-".length()));
    }
}
