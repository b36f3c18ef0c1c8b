package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.nearduplicate.server.SharedSecuredServer.as;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private static final List<String> WRITE = List.of("manage", "write");

    private static RestCalls admin;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
        Map<String, String> roles = new HashMap<>();
        roles.put("writer", writer(DEST + "*", WRITE));
        roles.put("without-manage", writer(DEST + "*", List.of("write", "create_index")));
        roles.put("without-write", writer(DEST + "*", List.of("manage", "read")));
        roles.put("without-alias", writer(DEST + "-*", WRITE));
        roles.put("alias-only", writer(DEST, WRITE));
        roles.put("source-only", writer(DEST + "*", List.of("none")));
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
    private static String writer(String dest, List<String> privileges) {
        Map<String, ?> red = Roles.documents(Map.of("term", Map.of("colour", "red")));
        return Roles.role(
                List.of(),
                List.of(
                        Roles.rights(SOURCE, red, "read"),
                        Roles.rights(CROWD, Map.of(), "read"),
                        Roles.rights(dest, Map.of(), privileges.toArray(String[]::new))));
    }

    @Before
    public void deleteDestination() throws IOException {
        written().delete();
    }

    @Test
    public void holdsWhatItsWriterMaySee() throws IOException {
        Answer answer = run("writer", SOURCE, Map.of("pairs", true)).ok();
        assertNotEquals(0, answer.at("counts", "groups"));

        Answer written = as("dest-reader").call("GET", "/" + DEST + "/_search?size=1000").ok();
        assertThat(written.text(), containsString("\"red-"));
        assertFalse(written.text().contains("blue-"));
        assertEquals(
                403, as("dest-reader").call("GET", "/" + SOURCE + "/_search").status());
        assertEquals(403, as("source-only").call("GET", "/" + DEST + "/_search").status());
    }

    /** Of a role that has just what the documentation says, without one right or the other. */
    @Test
    public void isLeftAsItIsForOneWhoMayNot() throws IOException {
        List<String> users = List.of(
                "source-only", "dest-reader", "without-manage", "without-write", "without-alias",
                "alias-only");
        for (boolean first : List.of(true, false)) {
            String before = first
                    ? null
                    : (String) run("writer", SOURCE, Map.of()).ok().at("dest", "index");
            for (String user : users) {
                run(user, SOURCE, Map.of()).refused(403, "is unauthorized for user [" + user);
                assertEquals(
                        user, first ? Set.of() : Set.of(before), written().indices());
            }
        }
        assertEquals(200, run("writer", SOURCE, Map.of()).status());
    }

    @Test
    public void isWrittenWithTheRightsOfWhoStartedTheTask() throws Exception {
        GroupsTasks tasks = new GroupsTasks(admin);
        Answer refused = tasks.awaitEnd(start("source-only", SOURCE, Map.of()));
        assertThat(refused.text(), containsString("is unauthorized for user [source-only]"));
        assertEquals(Set.of(), written().indices());

        Answer kept = tasks.awaitEnd(start("writer", SOURCE, Map.of()));
        assertEquals(kept.at("response", "dest", "index"), written().index());
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
        Crowds.boilerplate(admin, CROWD, TestIndex.settings(2), 8_000);
        String before = (String) run(
                "writer", CROWD, Map.of("min_similarity", 0.99, "max_bucket_texts", 100)).ok()
                .at("dest", "index");
        GroupsTasks tasks = new GroupsTasks(admin);
        String task = start(
                "writer", CROWD,
                Map.of("verify", "exact", "min_similarity", 0.96, "max_bucket_texts", 100_000));
        tasks.awaitComparing(task);
        assertEquals("that of the run before, and of this one", 2, written().indices().size());

        String path = "/_tasks/" + task;
        assertEquals("as for any task", 403, as("writer").call("GET", path).status());
        as("watcher").call("GET", path).ok();
        String cancel = path + "/_cancel?wait_for_completion=true";
        for (String user : List.of("writer", "watcher")) {
            assertEquals(403, as(user).call("POST", cancel).status());
        }
        as("operator").call("POST", cancel).ok();

        assertThat(tasks.awaitEnd(task).text(), containsString("task_cancelled_exception"));
        assertEquals(before, written().index());
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

    private static WrittenGroups written() {
        return new WrittenGroups(admin, DEST);
    }
}
