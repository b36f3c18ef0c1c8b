package org.nearduplicate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Elasticsearch with the plugin in it, which all nodes of this JVM share, and which nothing changes once it is there. It is a
 * copy: the original stays without the plugin, and may lie where another account cannot read it. It is deleted when this JVM
 * ends.
 */
final class Installation {

    private static final Map<List<Path>, Installation> BY_PARTS = new HashMap<>();

    private final Path home;

    private Installation(Path home) {
        this.home = home;
    }

    /**
     * Returns the one of a server and a plugin.
     *
     * @param distribution the directory of an unpacked Elasticsearch
     */
    static Installation of(Path distribution, Path pluginZip)
            throws IOException, InterruptedException {
        synchronized (BY_PARTS) {
            List<Path> parts = List.of(distribution, pluginZip);
            Installation installation = BY_PARTS.get(parts);
            if (installation == null) {
                installation = create(distribution, pluginZip);
                BY_PARTS.put(parts, installation);
            }
            return installation;
        }
    }

    private static Installation create(Path distribution, Path pluginZip)
            throws IOException, InterruptedException {
        if (!Files.isRegularFile(distribution.resolve("bin/elasticsearch"))) {
            throw new ServerFailure("No Elasticsearch in [" + distribution + "]");
        }
        if (!Files.isRegularFile(pluginZip)) {
            throw new ServerFailure("No plugin at [" + pluginZip + "]");
        }
        Path home = Files.createTempDirectory("near-duplicate-home-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(home), "delete-servers"));
        FileTrees.copy(distribution, home);
        Installation installation = new Installation(home);
        installation.makeExecutable();
        installation
                .command("elasticsearch-plugin", "install", "--batch", pluginZip.toUri().toString())
                .run();
        ServerAccount.own(home);
        return installation;
    }

    private static void delete(Path home) {
        try {
            FileTrees.delete(home);
        } catch (IOException e) {
            throw new ServerFailure("Cannot delete [" + home + "]", e);
        }
    }

    /** The configuration that a node starts from. */
    Path config() {
        return home.resolve("config");
    }

    /** Adds a user to a configuration. */
    void addUser(Path configuration, User user) throws IOException, InterruptedException {
        command("elasticsearch-users", "useradd", user.name(), "-p", user.password(), "-r",
                user.role())
                .with("ES_PATH_CONF", configuration)
                .run();
    }

    /** The command that runs a node in {@code directory}. */
    Command server(Path directory) {
        return new Command(directory,
                ServerAccount.command(List.of(home.resolve("bin/elasticsearch").toString())));
    }

    private Command command(String tool, String... arguments) {
        List<String> words = new ArrayList<>();
        words.add(home.resolve("bin").resolve(tool).toString());
        words.addAll(List.of(arguments));
        return new Command(home, words);
    }

    /** Unpacking a zip may lose these permissions. */
    private void makeExecutable() throws IOException {
        try (var tools = Files.list(home.resolve("bin"))) {
            for (Path tool : tools.filter(Files::isRegularFile).toList()) {
                Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }
}
