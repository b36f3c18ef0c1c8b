package org.nearduplicate.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Ports of the nodes that this JVM starts. They lie below the ports that systems give to outgoing connections, so that a
 * node that was killed finds its own free again, above those of Elasticsearch's test framework, and in a block that no
 * other JVM has: its first port stays open as long as this JVM lives.
 */
final class Ports {

    private static final int FIRST = 14_000;
    private static final int BLOCK = 200;
    private static final int BLOCKS = 90;

    private static ServerSocket claim;
    private static int given;

    private Ports() {}

    /** A port that nothing else has now, nor any other node of this JVM later. */
    static synchronized int next() throws IOException {
        if (claim == null) {
            claim = claim();
        }
        while (++given < BLOCK) {
            int port = claim.getLocalPort() + given;
            if (isFree(port)) {
                return port;
            }
        }
        throw new ServerFailure("More than [" + (BLOCK - 1) + "] ports are needed");
    }

    private static ServerSocket claim() throws IOException {
        int first = (int) (ProcessHandle.current().pid() % BLOCKS);
        for (int i = 0; i < BLOCKS; i++) {
            int port = FIRST + BLOCK * ((first + i) % BLOCKS);
            try {
                return open(port);
            } catch (IOException e) {
                // Another JVM has the block.
            }
        }
        throw new ServerFailure("No ports are free");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = open(port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static ServerSocket open(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getByName(ServerNode.HOST));
    }
}
