package org.nearduplicate.server;

import java.io.IOException;

/**
 * One node for all test classes that need no more, started at the first use and stopped at the end of
 * the JVM.
 */
public final class SharedServer {

    private static ServerCluster cluster;
    private static RestCalls rest;

    private SharedServer() {}

    /** The node as a cluster, to be left running. */
    public static synchronized ServerCluster cluster() throws IOException, InterruptedException {
        if (cluster == null) {
            cluster = ClusterRule.configured().start();
            rest = cluster.connect();
        }
        return cluster;
    }

    /** A connection to the node, to be left open. */
    public static synchronized RestCalls rest() throws IOException, InterruptedException {
        cluster();
        return rest;
    }

    /** Host and port of the node. */
    public static synchronized String address() throws IOException, InterruptedException {
        return cluster().nodes().getFirst().address();
    }

    /** Everything that the node has printed. */
    static synchronized String log() throws IOException, InterruptedException {
        return cluster().nodes().getFirst().log();
    }
}
