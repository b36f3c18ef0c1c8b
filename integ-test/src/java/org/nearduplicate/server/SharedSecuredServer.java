package org.nearduplicate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One node with security and all of its features on, for all test classes that need no more, started at
 * the first use and stopped at the end of the JVM. Results are cached for small segments too, so that a
 * cached one that others may not see would be found.
 *
 * <p>Users and roles are in files, which the node reads again when they change: this distribution lacks what
 * the index of users, roles and API keys needs.
 */
public final class SharedSecuredServer {

    private static final String ADMIN = "admin";
    private static final String PASSWORD = "not-a-secret";

    private static final Map<String, String> ROLES = new LinkedHashMap<>();

    private static ServerCluster cluster;
    private static RestCalls admin;
    private static int generation;

    private SharedSecuredServer() {}

    /** A connection of a superuser, to be left open; what indices earlier classes made is deleted. */
    public static synchronized RestCalls emptied() throws IOException, InterruptedException {
        if (admin == null) {
            cluster = ClusterRule.configured()
                    .trial()
                    .setting("indices.queries.cache.all_segments", "true")
                    .setting("resource.reload.interval.high", "200ms")
                    .user(ADMIN, PASSWORD, "superuser")
                    .start();
            admin = cluster.connect();
        }
        Answer indices = admin.call("GET", "/_cat/indices/*,-.*?format=json").ok();
        for (Map<?, ?> index : indices.objects()) {
            admin.call("DELETE", "/" + index.get("index")).ok();
        }
        return admin;
    }

    /**
     * Creates users that have a role of their name each, or gives them another.
     *
     * @param roles the definition, which is JSON, by the name of the user
     */
    public static synchronized void users(Map<String, String> roles)
            throws IOException, InterruptedException {
        ROLES.putAll(roles);
        // That the user of this role is known shows that all three files were read.
        String last = "generation-" + generation++;
        ROLES.put(last, "{\"cluster\": [\"monitor\"]}");
        write("roles.yml", ROLES.entrySet().stream()
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey, role -> role.getValue().replace('\n', ' '))));
        String hash = Files.readAllLines(configuration("users")).stream()
                .filter(line -> line.startsWith(ADMIN + ":"))
                .map(line -> line.substring(ADMIN.length() + 1))
                .findFirst()
                .orElseThrow();
        Map<String, String> hashes = ROLES.keySet().stream()
                .collect(Collectors.toMap(user -> user, user -> hash));
        hashes.put(ADMIN, hash);
        write("users", hashes);
        Map<String, String> users = ROLES.keySet().stream()
                .collect(Collectors.toMap(user -> user, user -> user));
        users.put("superuser", ADMIN);
        write("users_roles", users);
        awaitPrivilege(last);
        ROLES.remove(last);
    }

    /** A connection of a user, known or not. */
    public static RestCalls as(String user) {
        return admin.as(user, PASSWORD);
    }

    /** Everything that the node has printed. */
    public static String log() throws IOException {
        return cluster.nodes().getFirst().log();
    }

    private static void awaitPrivilege(String user) throws IOException, InterruptedException {
        Await.until(
                () -> as(user).call(
                        "POST", "/_security/user/_has_privileges",
                        "{\"cluster\": [\"monitor\"]}")
                        .text()
                        .contains("\"has_all_requested\":true"),
                () -> "users and roles are not read again");
    }

    private static void write(String file, Map<String, String> entries) throws IOException {
        String separator = file.endsWith(".yml") ? ": " : ":";
        Files.write(
                configuration(file),
                entries.entrySet().stream()
                        .map(entry -> entry.getKey() + separator + entry.getValue())
                        .toList());
    }

    private static Path configuration(String file) {
        return cluster.nodes().getFirst().configuration(file);
    }
}
