package org.nearduplicate.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.rules.ExternalResource;

/**
 * A cluster that the tests of a class share: use it as {@code @ClassRule}. Maven says, in system
 * properties, where the server and the plugin are.
 */
public final class ClusterRule extends ExternalResource {

    private final UnaryOperator<ServerCluster.Builder> configuration;
    private ServerCluster cluster;
    private RestCalls rest;

    /** @param configuration adds what the tests need to a cluster of one node */
    public ClusterRule(UnaryOperator<ServerCluster.Builder> configuration) {
        this.configuration = configuration;
    }

    public static ClusterRule nodes(int nodes) {
        return new ClusterRule(builder -> builder.nodes(nodes));
    }

    public ServerCluster cluster() {
        return cluster;
    }

    /** A connection to all nodes. */
    public RestCalls rest() {
        return rest;
    }

    @Override
    protected void before() throws IOException, InterruptedException {
        cluster = configuration.apply(configured()).start();
        rest = cluster.connect();
    }

    @Override
    protected void after() {
        try {
            rest.close();
        } catch (IOException e) {
            throw new ServerFailure("Cannot close the connection", e);
        } finally {
            cluster.close();
        }
    }

    /** What every test cluster has in common: the server and the plugin that Maven built. */
    public static ServerCluster.Builder configured() {
        ServerCluster.Builder builder = ServerCluster.builder()
                .distribution(path("server.distribution"))
                .plugin(path("plugin.zip"))
                .realMemory(false)
                .patient();
        String option = System.getProperty("server.jvm.option", "");
        return option.isEmpty() ? builder : builder.jvmOption(option);
    }

    private static Path path(String property) {
        String value = System.getProperty(property);
        if (value == null) {
            throw new IllegalStateException(
                    "System property [" + property + "] is not set: run the tests by mvn verify");
        }
        return Path.of(value);
    }
}
