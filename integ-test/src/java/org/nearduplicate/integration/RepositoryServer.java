package org.nearduplicate.integration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.rules.ExternalResource;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;
import org.nearduplicate.format.FormatFixture;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.ClusterRule;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/** A node of its own that may read and write snapshot repositories: use it as {@code @ClassRule}. */
final class RepositoryServer extends ExternalResource {

    private final TemporaryFolder files = new TemporaryFolder();
    private final ClusterRule server = new ClusterRule(
            builder -> builder.setting("path.repo", "'" + files.getRoot() + "'"));

    @Override
    public Statement apply(Statement base, Description description) {
        return files.apply(
                super.apply(server.apply(base, description), description), description);
    }

    ServerCluster cluster() {
        return server.cluster();
    }

    RestCalls rest() {
        return server.rest();
    }

    /** Returns an empty directory that the server can write, as whatever account it runs. */
    Path newRepository(String name) throws IOException {
        Path directory = files.newFolder(name).toPath();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        return directory;
    }

    /** Makes the repository of a fixture known under a name. */
    void mount(FormatFixture fixture, String name) throws IOException {
        Path directory = newRepository(name);
        fixture.unpack(directory);
        rest().call(
                "PUT", "/_snapshot/" + name + "?verify=false",
                Json.of(
                        Map.of(
                                "type", "fs",
                                "settings",
                                Map.of("location", directory.toString(), "readonly", true))))
                .ok();
    }

    /** Restores the index of a mounted fixture under another name. */
    Answer restore(String repository, String target) throws IOException {
        return rest().call(
                "POST",
                "/_snapshot/" + repository + "/" + SnapshotFixtureWriter.SNAPSHOT
                        + "/_restore?wait_for_completion=true",
                Json.of(
                        Map.of(
                                "indices", SnapshotFixtureWriter.INDEX,
                                "include_global_state", false,
                                "rename_pattern", SnapshotFixtureWriter.INDEX,
                                "rename_replacement", target)));
    }

    /** Others may look into it: the server runs as another account than root. */
    @Override
    protected void before() throws IOException {
        Files.setPosixFilePermissions(
                files.getRoot().toPath(), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
