package org.nearduplicate.server;

import java.io.IOException;
import java.util.function.UnaryOperator;

/**
 * Clusters for all test classes that need no other. Each is started at its first use, is left running, and is stopped at the
 * end of the JVM.
 */
public enum SharedCluster {

    /** One node. */
    ONE_NODE(builder -> builder),

    /**
     * One node whose breakers count all of its heap of 512 MB, for the tests that try to bring a node down:
     * what they leave in it does not disturb those on {@link #ONE_NODE}.
     */
    SMALL_NODE(builder -> builder.realMemory(true)),

    /**
     * Three nodes. A test that kills a node revives it. Three that share two cores, and are started again and again, do more
     * without C2. They look once a second for views of searches that nobody will ask for again.
     */
    THREE_NODES(builder -> builder.nodes(3)
            .jvmOption("-XX:TieredStopAtLevel=1")
            .setting("search.keep_alive_interval", "1s"));

    private final UnaryOperator<ServerCluster.Builder> configuration;
    private ServerCluster cluster;
    private RestCalls rest;

    SharedCluster(UnaryOperator<ServerCluster.Builder> configuration) {
        this.configuration = configuration;
    }

    public synchronized ServerCluster cluster() throws IOException, InterruptedException {
        if (cluster == null) {
            cluster = configuration.apply(ClusterRule.configured()).start();
            rest = cluster.connect();
        }
        return cluster;
    }

    /** A connection to all nodes, to be left open. */
    public synchronized RestCalls rest() throws IOException, InterruptedException {
        cluster();
        return rest;
    }

    /** The first node. */
    public ServerNode node() throws IOException, InterruptedException {
        return cluster().nodes().getFirst();
    }
}
