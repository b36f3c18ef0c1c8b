package org.nearduplicate.server;

import java.io.IOException;

/**
 * A cluster of three nodes for all test classes that need no other, started at the first use and stopped
 * at the end of the JVM. Who kills a node revives it.
 */
public final class SharedThreeNodes {

    private static ServerCluster cluster;
    private static RestCalls rest;

    private SharedThreeNodes() {}

    /** The cluster, to be left running. */
    public static synchronized ServerCluster cluster() throws IOException, InterruptedException {
        if (cluster == null) {
            cluster = ClusterRule.configured()
                    .nodes(3)
                    // Three that share two cores, and are started again and again, do more without C2.
                    .jvmOption("-XX:TieredStopAtLevel=1")
                    // How often nodes look for views of searches that nobody will ask for again.
                    .setting("search.keep_alive_interval", "1s")
                    .start();
            rest = cluster.connect();
        }
        return cluster;
    }

    /** A connection to all nodes, to be left open. */
    public static synchronized RestCalls rest() throws IOException, InterruptedException {
        cluster();
        return rest;
    }
}
