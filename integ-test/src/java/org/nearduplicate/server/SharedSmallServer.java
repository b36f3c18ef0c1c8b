package org.nearduplicate.server;

import java.io.IOException;

/**
 * One node with a heap of 512 MB for the tests that try to bring a node down, started at the first use
 * and stopped at the end of the JVM. What they leave in it does not disturb the tests on {@link
 * SharedServer}.
 */
public final class SharedSmallServer {

    private static ServerCluster cluster;
    private static RestCalls rest;

    private SharedSmallServer() {}

    /** A connection to the node, to be left open. */
    public static synchronized RestCalls rest() throws IOException, InterruptedException {
        if (rest == null) {
            cluster = ClusterRule.configured().heap("512m").start();
            rest = cluster.connect();
        }
        return rest;
    }

    /** The node. */
    public static synchronized ServerNode node() throws IOException, InterruptedException {
        rest();
        return cluster.nodes().getFirst();
    }
}
