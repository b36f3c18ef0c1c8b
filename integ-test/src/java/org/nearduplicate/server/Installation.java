package org.nearduplicate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Elasticsearch with the plugin in it, which the nodes of a cluster share. It is a copy: the original
 * stays without the plugin, and may lie where another account cannot read it.
 */
final class Installation {

    private final Path home;
    private final ServerAccount account;

    private Installation(Path home, ServerAccount account) {
        this.home = home;
        this.account = account;
    }

    static Installation create(Path distribution, Path pluginZip, Path home, ServerAccount account)
            throws IOException, InterruptedException {
        if (!Files.isRegularFile(distribution.resolve("bin/elasticsearch"))) {
            throw new ServerFailure("No Elasticsearch in [" + distribution + "]");
        }
        if (!Files.isRegularFile(pluginZip)) {
            throw new ServerFailure("No plugin at [" + pluginZip + "]");
        }
        FileTrees.copy(distribution, home);
        Installation installation = new Installation(home, account);
        installation.makeExecutable();
        installation
                .command("elasticsearch-plugin", "install", "--batch", pluginZip.toUri().toString())
                .run();
        account.own(home);
        return installation;
    }

    /** One that was created before. */
    static Installation existing(Path home, ServerAccount account) {
        return new Installation(home, account);
    }

    /** The configuration that a node starts from. */
    Path config() {
        return home.resolve("config");
    }

    /** @param roles the definition, which is JSON, of each name */
    void addRoles(Map<String, String> roles) throws IOException {
        List<String> lines = roles.entrySet().stream()
                .map(role -> role.getKey() + ": " + role.getValue().replace('\n', ' '))
                .toList();
        Files.write(config().resolve("roles.yml"), lines, StandardOpenOption.APPEND);
    }

    void addUser(User user) throws IOException, InterruptedException {
        command("elasticsearch-users", "useradd", user.name(), "-p", user.password(), "-r",
                user.role()).run();
    }

    /** The command that runs a node in {@code directory}. */
    Command server(Path directory) {
        return new Command(directory,
                account.command(List.of(home.resolve("bin/elasticsearch").toString())));
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
