package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/** A run writes its destination with the rights of its caller, and none beside. */
public class DestinationSecurityIT {

    private static final String SOURCE = "written-source";
    private static final String CROWD = "written-crowd";
    private static final String DEST = "written-groups";
    private static final List<String> WRITE =
            List.of("create_index", "view_index_metadata", "read", "write", "maintenance");

    private static RestCalls admin;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
        Map<String, String> roles = new HashMap<>();
        WRITE.forEach(each -> {
            List<String> others =
                    WRITE.stream().filter(other -> other.equals(each) == false).toList();
            roles.put("without-" + each, writer(others));
        });
        roles.put("writer", writer(WRITE));
        roles.put("source-only", writer(List.of("none")));
        roles.put(
                "dest-reader",
                Roles.role(List.of(), List.of(Roles.rights(DEST, Map.of(), "read"))));
        roles.put("watcher", Roles.role(List.of("monitor"), List.of()));
        roles.put("operator", Roles.role(List.of("monitor", "manage"), List.of()));
        SharedSecuredServer.users(roles);

        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        List<String> texts = Texts.withNearDuplicates(19, 10, 5);
        for (int i = 0; i < texts.size(); i++) {
            String colour = i % 3 == 0 ? "blue" : "red";
            sources.put(
                    colour + "-" + i, Map.of("colour", colour, TestIndex.FIELD, texts.get(i)));
        }
        TestIndex.create(admin, SOURCE, Map.of("similarity", 0.6)).putSources(sources, "");
    }

    /** Reads the red documents, and has rights to the destination. */
    private static String writer(List<String> privileges) {
        Map<String, ?> red = Roles.documents(Map.of("term", Map.of("colour", "red")));
        return Roles.role(
                List.of(),
                List.of(
                        Roles.rights(SOURCE, red, "read"),
                        Roles.rights(CROWD, Map.of(), "read"),
                        Roles.rights(DEST, Map.of(), privileges.toArray(String[]::new))));
    }

    @Before
    public void deleteDestination() throws IOException {
        admin.call("DELETE", "/" + DEST + "?ignore_unavailable=true").ok();
    }

    @Test
    public void holdsWhatItsWriterMaySee() throws IOException {
        Answer answer = run("writer", SOURCE, Map.of("pairs", true)).ok();
        assertNotEquals(0, answer.at("counts", "groups"));
        assertEquals("completed", status().get("status"));

        Answer written = as("dest-reader").call("GET", "/" + DEST + "/_search?size=1000").ok();
        assertThat(written.text(), containsString("\"red-"));
        assertFalse(written.text().contains("blue-"));
        assertEquals(
                403, as("dest-reader").call("GET", "/" + SOURCE + "/_search").status());
        assertEquals(403, as("source-only").call("GET", "/" + DEST + "/_search").status());
    }

    @Test
    public void isNotCreatedForOneWhoMayNot() throws IOException {
        for (String user : List.of(
                "source-only", "dest-reader", "without-create_index",
                "without-view_index_metadata")) {
            Answer refused = run(user, SOURCE, Map.of());
            assertEquals(user + refused.text(), 403, refused.status());
            assertThat(refused.text(), containsString("is unauthorized for user [" + user));
            assertEquals(user, 404, admin.call("HEAD", "/" + DEST).status());
        }
    }

    @Test
    public void isLeftAsItIsForOneWhoMayNotWrite() throws IOException {
        run("writer", SOURCE, Map.of()).ok();
        Map<?, ?> before = status();
        for (String user : List.of(
                "source-only", "without-view_index_metadata", "without-read", "without-write")) {
            Answer refused = run(user, SOURCE, Map.of());
            assertEquals(user + refused.text(), 403, refused.status());
            assertThat(
                    refused.text(), containsString("[dest] [" + DEST + "]: action ["));
            assertEquals(user, before, status());
        }
        Answer unfinished = run("without-maintenance", SOURCE, Map.of());
        assertEquals(unfinished.text(), 403, unfinished.status());
        assertEquals("failed", status().get("status"));
        assertEquals(before.get("completed_run"), status().get("completed_run"));
        run("without-create_index", SOURCE, Map.of()).ok();
        assertEquals("completed", status().get("status"));
    }

    @Test
    public void isWrittenWithTheRightsOfWhoStartedTheTask() throws Exception {
        GroupsTasks tasks = new GroupsTasks(admin);
        Answer refused = tasks.awaitEnd(start("source-only", SOURCE, Map.of()));
        assertThat(refused.text(), containsString("is unauthorized for user [source-only]"));
        assertEquals(404, admin.call("HEAD", "/" + DEST).status());

        Answer kept = tasks.awaitEnd(start("writer", SOURCE, Map.of()));
        assertEquals(kept.at("response", "dest", "run"), status().get("completed_run"));
        assertFalse(kept.text().contains("blue-"));
    }

    /** Elasticsearch keeps the answers of tasks for all who may see tasks: SECURITY.md says so. */
    @Test
    public void theAnswerOfATaskIsKeptForAllWhoMaySeeTasks() throws Exception {
        String task = start("writer", SOURCE, Map.of());
        new GroupsTasks(admin).awaitEnd(task);
        assertThat(
                as("watcher").call("GET", "/_tasks/" + task).ok().text(),
                containsString("\"red-"));
        for (String user : List.of("writer", "dest-reader")) {
            assertEquals(403, as(user).call("GET", "/_tasks/" + task).status());
        }
    }

    @Test
    public void aCancelledTaskLeavesWhatTheRunBeforeItWrote() throws Exception {
        Crowds.boilerplate(
                admin, CROWD, Map.of("number_of_shards", 2, "number_of_replicas", 0), 8_000);
        String before = (String) run(
                "writer", CROWD, Map.of("min_similarity", 0.99, "max_bucket_texts", 100)).ok()
                .at("dest", "run");
        GroupsTasks tasks = new GroupsTasks(admin);
        String task = start(
                "writer", CROWD,
                Map.of("verify", "exact", "min_similarity", 0.96, "max_bucket_texts", 100_000));
        tasks.awaitComparing(task);
        assertEquals("running", status().get("status"));

        String path = "/_tasks/" + task;
        assertEquals("as for any task", 403, as("writer").call("GET", path).status());
        as("watcher").call("GET", path).ok();
        String cancel = path + "/_cancel?wait_for_completion=true";
        for (String user : List.of("writer", "watcher")) {
            assertEquals(403, as(user).call("POST", cancel).status());
        }
        as("operator").call("POST", cancel).ok();

        assertThat(tasks.awaitEnd(task).text(), containsString("task_cancelled_exception"));
        assertEquals("cancelled", status().get("status"));
        assertEquals(before, status().get("completed_run"));
        tasks.awaitNone();
        tasks.awaitNothingCharged();
    }

    private static Answer run(String user, String source, Map<String, ?> body)
            throws IOException {
        return GroupsAnswer.send(as(user), source, withDestination(body));
    }

    private static String start(String user, String source, Map<String, ?> body)
            throws IOException {
        return new GroupsTasks(as(user)).start(source, withDestination(body));
    }

    private static Map<String, ?> withDestination(Map<String, ?> body) {
        Map<String, Object> all = new HashMap<>(body);
        all.put("dest", Map.of("index", DEST));
        return all;
    }

    private static Map<?, ?> status() throws IOException {
        return (Map<?, ?>) admin.call("GET", "/" + DEST + "/_doc/run").ok().at("_source");
    }

    private static RestCalls as(String user) {
        return SharedSecuredServer.as(user);
    }
}
