package org.nearduplicate.server;

import java.io.IOException;

/**
 * One node whose breakers count all of its heap of 512 MB, for the tests that try to bring a node down:
 * what they leave in it does not disturb those on {@link SharedServer}. Started at the first use, stopped
 * at the end of the JVM.
 */
public final class SharedSmallServer {

    private static ServerCluster cluster;
    private static RestCalls rest;

    private SharedSmallServer() {}

    /** A connection to the node, to be left open. */
    public static synchronized RestCalls rest() throws IOException, InterruptedException {
        if (rest == null) {
            cluster = ClusterRule.configured().realMemory(true).start();
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
