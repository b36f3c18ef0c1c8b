package org.nearduplicate.integration;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.nearduplicate.format.FormatFixture;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Restores the snapshots of fixtures on the shared node. */
final class Repositories {

    private final RestCalls rest;
    private final Path directory;

    Repositories() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        directory = SharedCluster.ONE_NODE.cluster().repositories();
    }

    RestCalls rest() {
        return rest;
    }

    /** Where the files of a repository are. */
    Path directory(String name) {
        return directory.resolve(name);
    }

    /** Makes the repository of a fixture known under a name. */
    void mount(FormatFixture fixture, String name) throws IOException {
        fixture.unpack(directory(name));
        rest.put("/_snapshot/" + name + "?verify=false",
                Map.of("type", "fs", "settings", Map.of("location", name, "readonly", true))).ok();
    }

    /** Restores the index of a mounted fixture under another name. */
    Answer restore(String repository, String target) throws IOException {
        return rest.post(
                "/_snapshot/" + repository + "/" + SnapshotFixtureWriter.SNAPSHOT
                        + "/_restore?wait_for_completion=true",
                Map.of("indices", SnapshotFixtureWriter.INDEX, "include_global_state", false,
                        "rename_pattern", SnapshotFixtureWriter.INDEX, "rename_replacement",
                        target));
    }

    /** Makes a mounted repository unknown again, and deletes the index of its name, if it was restored. */
    void delete(String name) throws IOException {
        rest.call("DELETE", "/" + name + "?ignore_unavailable=true").ok();
        rest.call("DELETE", "/_snapshot/" + name).ok();
    }
}
