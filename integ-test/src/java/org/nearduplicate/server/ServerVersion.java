package org.nearduplicate.server;

import static org.junit.Assume.assumeTrue;

import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Path;

/** Which Elasticsearch the tests start. */
public final class ServerVersion {

    private static final String DIRECTORY = "elasticsearch-";

    private ServerVersion() {}

    /** Skips a test of what only later servers have. */
    public static void assumeFrom(String line) {
        Version server = Version.parse(
                Path.of(System.getProperty("server.distribution"))
                        .getFileName()
                        .toString()
                        .substring(DIRECTORY.length()));
        assumeTrue(server + " has it not yet", server.compareTo(Version.parse(line)) >= 0);
    }
}
