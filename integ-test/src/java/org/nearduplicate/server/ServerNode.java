package org.nearduplicate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One Elasticsearch process, with a configuration, data and logs of its own. */
public final class ServerNode {

    static final String HOST = "127.0.0.1";
    static final String INITIAL_MASTER_NODES = "cluster.initial_master_nodes";

    private static final int LOG_LINES_IN_FAILURE = 60;

    private final String name;
    private final Path directory;
    private final List<String> jvmOptions;
    private final Map<String, String> settings;
    private Installation installation;
    private Process process;

    private ServerNode(String name, Path directory, List<String> jvmOptions,
            Map<String, String> settings) {
        this.name = name;
        this.directory = directory;
        this.jvmOptions = jvmOptions;
        this.settings = settings;
    }

    /**
     * @param configuration the directory of what it starts from; it is copied
     * @param jvmOptions lines of jvm.options, beside those of the heap
     * @param httpPort 0 for one that is free
     * @param transportPort where the other nodes reach it
     * @param settings of elasticsearch.yml, beside those that say where a node is
     */
    static ServerNode create(String name, Path directory, Installation installation,
            Path configuration, String heap, List<String> jvmOptions,
            int httpPort, int transportPort, Map<String, String> settings)
            throws IOException {
        for (String child : List.of("data", "logs", "tmp")) {
            Files.createDirectories(directory.resolve(child));
        }
        // Without AlwaysPreTouch the heap of an idle node costs no memory.
        List<String> options = new ArrayList<>(
                List.of("-Xms" + heap, "-Xmx" + heap, "-XX:-AlwaysPreTouch"));
        options.addAll(jvmOptions);

        Map<String, String> all = new LinkedHashMap<>();
        all.put("node.name", name);
        all.put("network.host", HOST);
        all.put("http.port", Integer.toString(httpPort == 0 ? Ports.next() : httpPort));
        all.put("transport.port", Integer.toString(transportPort));
        all.put("node.portsfile", "true");
        all.put("path.data", quoted(directory.resolve("data")));
        all.put("path.logs", quoted(directory.resolve("logs")));
        all.putAll(settings);
        ServerNode node = new ServerNode(name, directory, options, all);
        node.install(installation, configuration);
        return node;
    }

    /** Says what it starts from next; its data and settings stay. Not while it runs. */
    void install(Installation installation, Path configuration) throws IOException {
        this.installation = installation;
        Path config = directory.resolve("config");
        if (Files.exists(config)) {
            FileTrees.delete(config);
        }
        FileTrees.copy(configuration, config);
        Files.createDirectories(config.resolve("jvm.options.d"));
        Files.write(config.resolve("jvm.options.d/node.options"), jvmOptions);
    }

    public String name() {
        return name;
    }

    /** Host and port of its REST interface. */
    public String address() {
        return address("http");
    }

    /** Everything that it has printed since its first start. */
    public String log() throws IOException {
        return Files.exists(output()) ? Files.readString(output()) : "";
    }

    /** A file of its configuration, of those that it reads again when they change. */
    Path configuration(String file) {
        return directory.resolve("config").resolve(file);
    }

    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Starts the process, on the same ports each time. Does not wait. */
    void start() throws IOException, InterruptedException {
        for (String protocol : List.of("http", "transport")) {
            if (Files.deleteIfExists(portsFile(protocol))) {
                // The cluster exists, and must not be founded a second time.
                settings.remove(INITIAL_MASTER_NODES);
            }
        }
        Path config = directory.resolve("config");
        Files.writeString(config.resolve("elasticsearch.yml"),
                settings.entrySet().stream()
                        .map(setting -> setting.getKey() + ": " + setting.getValue() + "\n")
                        .collect(Collectors.joining()));
        ServerAccount.own(directory);
        Path temporary = directory.resolve("tmp");
        process = installation.server(directory)
                .with("ES_PATH_CONF", config)
                // One for the server, one for its launcher.
                .with("ES_TMPDIR", temporary)
                .with("CLI_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary)
                .start(output());
    }

    /** Waits until both ports are open. */
    void awaitPorts() throws IOException, InterruptedException {
        for (String protocol : List.of("transport", "http")) {
            Await.until(() -> {
                checkRunning();
                return Files.exists(portsFile(protocol));
            }, () -> failureText("has not opened its " + protocol + " port"));
        }
    }

    /** @throws ServerFailure with the end of its log when the process has ended */
    void checkRunning() {
        if (!isRunning()) {
            throw new ServerFailure(failureText(
                    process == null ? "was not started" : "exited with " + process.exitValue()));
        }
    }

    /** Host and port where the other nodes reach it. */
    public String transportAddress() {
        return address("transport");
    }

    /** Asks it to end, and kills it if it does not. */
    void stop() {
        if (isRunning()) {
            List<ProcessHandle> processes = processes();
            process.destroy();
            if (!ended(processes)) {
                kill(processes);
            }
        }
    }

    /** Ends it as a crash would: no shard is closed, nothing is flushed. */
    void kill() {
        if (isRunning()) {
            kill(processes());
        }
    }

    private static void kill(List<ProcessHandle> processes) {
        processes.forEach(ProcessHandle::destroyForcibly);
        if (!ended(processes)) {
            throw new ServerFailure("Processes " + processes + " cannot be killed");
        }
    }

    /** The launcher and the server that it started. */
    private List<ProcessHandle> processes() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    }

    private static boolean ended(List<ProcessHandle> processes) {
        CompletableFuture<?>[] exits = processes.stream()
                .map(ProcessHandle::onExit)
                .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(exits)
                    .orTimeout(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .join();
            return true;
        } catch (CompletionException e) {
            return false;
        }
    }

    String failureText(String what) {
        String end;
        try {
            List<String> lines = log().lines().toList();
            int skip = Math.max(0, lines.size() - LOG_LINES_IN_FAILURE);
            end = String.join("\n", lines.subList(skip, lines.size()));
        } catch (IOException e) {
            end = "(unreadable: " + e + ")";
        }
        return name + " " + what + ". Its log ends with:\n" + end;
    }

    private Path output() {
        return directory.resolve("output.log");
    }

    private Path portsFile(String protocol) {
        return directory.resolve("logs").resolve(protocol + ".ports");
    }

    private String address(String protocol) {
        return HOST + ":" + settings.get(protocol + ".port");
    }

    static String quoted(Path path) {
        return "'" + path.toString().replace("'", "''") + "'";
    }
}
