package org.nearduplicate.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Elasticsearch nodes on this machine, one process each, with the plugin installed.
 *
 * <pre>{@code
 * try (ServerCluster cluster = ServerCluster.builder()
 *         .distribution(unpackedElasticsearch)
 *         .plugin(zip)
 *         .nodes(3)
 *         .start();
 *         RestCalls rest = cluster.connect()) {
 *     rest.call("GET", "/_cat/plugins");
 * }
 * }</pre>
 *
 * The nodes live in a temporary directory until {@link #close}, which the end of this JVM calls too.
 */
public final class ServerCluster implements AutoCloseable {

    private final Path directory;
    private final List<User> users;
    private final Consumer<String> progress;
    private final List<ServerNode> nodes = new ArrayList<>();
    private final Thread closeAtExit = new Thread(this::stopAndDelete, "stop-servers");
    private boolean closed;

    private ServerCluster(Path directory, Builder builder) {
        this.directory = directory;
        this.users = List.copyOf(builder.users);
        this.progress = builder.progress;
        Runtime.getRuntime().addShutdownHook(closeAtExit);
    }

    public static Builder builder() {
        return new Builder();
    }

    public List<ServerNode> nodes() {
        return List.copyOf(nodes);
    }

    /** Snapshots may be kept in any directory under this one, which the servers name by its relative path. */
    public Path repositories() {
        return directory.resolve("repositories");
    }

    /** A new connection to all running nodes, as the first user if there are users. */
    public RestCalls connect() throws IOException {
        RestCalls anonymous =
                RestCalls.to(running().stream().map(ServerNode::address).toList());
        return users.isEmpty()
                ? anonymous
                : anonymous.as(users.get(0).name(), users.get(0).password());
    }

    /** Kills a node without a chance to shut down; the others go on. */
    public void kill(int node) {
        nodes.get(node).kill();
        progress.accept(nodes.get(node).name() + " killed");
    }

    /** Starts a node that was killed, and waits until it is in the cluster again. */
    public void revive(int node) throws IOException, InterruptedException {
        start(List.of(nodes.get(node)));
    }

    /**
     * Stops a node, and starts it with another Elasticsearch and another plugin on its data and its ports; the others
     * go on. Users and roles are not taken along.
     *
     * @param distribution the directory of an unpacked Elasticsearch; it is copied
     * @param plugin the zip built for it
     */
    public void upgrade(int node, Path distribution, Path plugin)
            throws IOException, InterruptedException {
        ServerNode upgraded = nodes.get(node);
        progress.accept(upgraded.name() + " becomes " + distribution.getFileName());
        Installation installation = Installation.of(distribution, plugin);
        upgraded.stop();
        upgraded.install(installation, installation.config());
        start(List.of(upgraded));
    }

    /** Stops all nodes, and starts them again with their data and on their ports. */
    public void restart() throws IOException, InterruptedException {
        progress.accept("Stopping " + count(nodes));
        nodes.parallelStream().forEach(ServerNode::stop);
        start(nodes);
    }

    @Override
    public void close() {
        stopAndDelete();
        try {
            Runtime.getRuntime().removeShutdownHook(closeAtExit);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook runs, and finds nothing left to do.
        }
    }

    private synchronized void stopAndDelete() {
        if (closed) {
            return;
        }
        closed = true;
        // Nothing of them is kept, so none is given the time to shut down.
        nodes.forEach(ServerNode::kill);
        try {
            FileTrees.delete(directory);
        } catch (IOException e) {
            throw new ServerFailure("Cannot delete [" + directory + "]", e);
        }
    }

    private void start(List<ServerNode> starting) throws IOException, InterruptedException {
        progress.accept("Starting " + count(starting));
        for (ServerNode node : starting) {
            node.start();
        }
        for (ServerNode node : starting) {
            node.awaitPorts();
            progress.accept(node.name() + " listens on http://" + node.address());
        }
        List<ServerNode> running = running();
        awaitMembers(running);
        progress.accept("The cluster is ready, with " + count(running));
    }

    private void awaitMembers(List<ServerNode> members) throws IOException, InterruptedException {
        ServerNode asked = members.get(0);
        HttpRequest.Builder request = HttpRequest
                .newBuilder(URI.create("http://" + asked.address()
                        + "/_cluster/health?timeout=5s&wait_for_nodes=" + members.size()))
                .timeout(Await.LIMIT);
        users.stream()
                .findFirst()
                .ifPresent(user -> request.header("Authorization",
                        RestCalls.basicAuthorization(user.name(), user.password())));
        try (HttpClient client = HttpClient.newHttpClient()) {
            Await.until(() -> {
                members.forEach(ServerNode::checkRunning);
                return client.send(request.build(), BodyHandlers.discarding()).statusCode() == 200;
            }, () -> asked.failureText("does not see " + count(members)));
        }
    }

    /** A licence comes with a change of the cluster after the nodes have found each other. */
    private void awaitTrial() throws IOException, InterruptedException {
        try (RestCalls rest = connect()) {
            Await.until(() -> {
                Answer answer = rest.call("GET", "/_license");
                return answer.status() == 200 && "trial".equals(answer.at("license", "type"));
            }, () -> "no trial licence");
        }
    }

    private List<ServerNode> running() {
        return nodes.stream().filter(ServerNode::isRunning).toList();
    }

    private static String count(List<ServerNode> nodes) {
        return nodes.size() == 1 ? "one node" : nodes.size() + " nodes";
    }

    /** What to start. */
    public static final class Builder {

        private static final List<String> PATIENCE = List.of(
                "cluster.fault_detection.follower_check.timeout",
                "cluster.fault_detection.leader_check.timeout", "cluster.follower_lag.timeout",
                "cluster.publish.timeout", "indices.mapping.dynamic_timeout");

        private Path distribution;
        private Path pluginZip;
        private int nodes = 1;
        private String heap = "512m";
        private int httpPort;
        private boolean trial;
        private final List<String> jvmOptions = new ArrayList<>();
        private final Map<Integer, Path> otherPlugins = new HashMap<>();
        private final Map<String, String> settings = new LinkedHashMap<>();
        private final Map<String, String> roles = new LinkedHashMap<>();
        private final List<User> users = new ArrayList<>();
        private Consumer<String> progress = message -> {};

        private Builder() {
            settings.put("cluster.name", "near-duplicate");
            settings.put("xpack.security.enabled", "false");
            // A full disk is no reason to refuse the few documents of a test.
            settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
        }

        /** The directory of an unpacked Elasticsearch; it is copied, not changed. */
        public Builder distribution(Path distribution) {
            this.distribution = distribution;
            return this;
        }

        /** The zip to install. */
        public Builder plugin(Path zip) {
            this.pluginZip = zip;
            return this;
        }

        /** Another zip to install on one node, by its number from 0. */
        public Builder plugin(int node, Path zip) {
            otherPlugins.put(node, zip);
            return this;
        }

        /** How many nodes; 1 unless set. */
        public Builder nodes(int nodes) {
            if (nodes < 1) {
                throw new IllegalArgumentException("[nodes] must be at least 1, got " + nodes);
            }
            this.nodes = nodes;
            return this;
        }

        /** Heap of each node, as -Xmx has it; 512m unless set. */
        public Builder heap(String heap) {
            this.heap = heap;
            return this;
        }

        /** A further line of jvm.options. */
        public Builder jvmOption(String option) {
            jvmOptions.add(option);
            return this;
        }

        /** The first node's port, the other nodes have the next ones; free ports unless set. */
        public Builder httpPort(int port) {
            this.httpPort = port;
            return this;
        }

        /** A line of elasticsearch.yml, the value as YAML. */
        public Builder setting(String name, String value) {
            settings.put(name, value);
            return this;
        }

        /**
         * Whether the parent breaker counts all of the heap, up to 95% of it, as it does unless set. Else it
         * counts what is charged, up to 70%, as in Elasticsearch's own test clusters: how much garbage there
         * happens to be in a small heap is then no reason to refuse a request.
         */
        public Builder realMemory(boolean counted) {
            return setting(
                    "indices.breaker.total.use_real_memory", Boolean.toString(counted));
        }

        /**
         * Lets nodes wait for one another as long as tests wait: none is thrown out of the cluster because its machine is
         * busy. That a process has ended the others see at once nevertheless.
         */
        public Builder patient() {
            for (String setting : PATIENCE) {
                setting(setting, Await.LIMIT.toSeconds() + "s");
            }
            return this;
        }

        /** With the features of all licences. */
        public Builder trial() {
            trial = true;
            return setting("xpack.license.self_generated.type", "trial");
        }

        /** Turns security on, with this user; the first one is the one that connections are for. */
        public Builder user(String name, String password, String role) {
            users.add(new User(name, password, role));
            return setting("xpack.security.enabled", "true");
        }

        /** A role for {@link #user}, beside those that Elasticsearch has; its definition as JSON. */
        public Builder role(String name, String definition) {
            roles.put(name, definition);
            return this;
        }

        /** Reports each step in words. */
        public Builder progress(Consumer<String> progress) {
            this.progress = progress;
            return this;
        }

        /**
         * Installs and starts; returns when all nodes are in one cluster.
         *
         * @throws ServerFailure with the end of a log when that does not come about
         */
        public ServerCluster start() throws IOException, InterruptedException {
            Objects.requireNonNull(distribution, "distribution");
            Objects.requireNonNull(pluginZip, "plugin");
            Path directory = Files.createTempDirectory("near-duplicate-");
            ServerCluster cluster = new ServerCluster(directory, this);
            try {
                prepare(cluster);
                cluster.start(cluster.nodes);
                if (trial) {
                    cluster.awaitTrial();
                }
                return cluster;
            } catch (IOException | InterruptedException | RuntimeException e) {
                try (cluster) {
                    throw e;
                }
            }
        }

        private void prepare(ServerCluster cluster) throws IOException, InterruptedException {
            progress.accept("Installing the plugin into a copy of Elasticsearch");
            Files.createDirectory(cluster.repositories());
            setting("path.repo", ServerNode.quoted(cluster.repositories()));
            ServerAccount.own(cluster.directory);
            Path configuration = cluster.directory.resolve("config");
            configure(Installation.of(distribution, pluginZip), configuration);
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                ports.add(Ports.next());
            }
            Map<String, String> nodeSettings = discovery(ports);
            nodeSettings.putAll(settings);
            for (int i = 0; i < nodes; i++) {
                Installation own = Installation.of(
                        distribution, otherPlugins.getOrDefault(i, pluginZip));
                cluster.nodes.add(ServerNode.create(name(i),
                        cluster.directory.resolve(name(i)), own, configuration, heap,
                        jvmOptions, httpPort == 0 ? 0 : httpPort + i, ports.get(i), nodeSettings));
            }
        }

        /** Writes what all nodes start from, with the roles and users of this cluster. */
        private void configure(Installation installation, Path configuration)
                throws IOException, InterruptedException {
            FileTrees.copy(installation.config(), configuration);
            List<String> lines = roles.entrySet().stream()
                    .map(role -> role.getKey() + ": " + role.getValue().replace('\n', ' '))
                    .toList();
            Files.write(configuration.resolve("roles.yml"), lines, StandardOpenOption.APPEND);
            for (User user : users) {
                installation.addUser(configuration, user);
            }
        }

        private static String name(int node) {
            return "node-" + node;
        }

        /** The settings by which nodes find each other at their transport ports. */
        private static Map<String, String> discovery(List<Integer> ports) {
            Map<String, String> settings = new LinkedHashMap<>();
            if (ports.size() == 1) {
                settings.put("discovery.type", "single-node");
            } else {
                settings.put("discovery.seed_hosts", ports.stream()
                        .map(port -> ServerNode.HOST + ":" + port)
                        .toList().toString());
                settings.put(
                        ServerNode.INITIAL_MASTER_NODES,
                        IntStream.range(0, ports.size()).mapToObj(Builder::name).toList()
                                .toString());
            }
            return settings;
        }
    }
}
