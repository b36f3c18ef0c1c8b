package org.nearduplicate.integration;

import java.io.IOException;
import java.util.Map;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;
import org.nearduplicate.format.FormatFixture;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.ClusterRule;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.ServerCluster;

/** A node of its own that restores the snapshots of fixtures: use it as {@code @ClassRule}. */
final class RepositoryServer implements TestRule {

    private final ClusterRule server = new ClusterRule(builder -> builder);

    @Override
    public Statement apply(Statement base, Description description) {
        return server.apply(base, description);
    }

    ServerCluster cluster() {
        return server.cluster();
    }

    RestCalls rest() {
        return server.rest();
    }

    /** Makes the repository of a fixture known under a name. */
    void mount(FormatFixture fixture, String name) throws IOException {
        fixture.unpack(cluster().repositories().resolve(name));
        rest().call(
                "PUT", "/_snapshot/" + name + "?verify=false",
                Json.of(
                        Map.of(
                                "type", "fs",
                                "settings",
                                Map.of("location", name, "readonly", true))))
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
}
