package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.nearduplicate.server.ClusterRule;
import org.nearduplicate.server.RestCalls;

/** What several nodes do together for a run, each does with the rights of its caller. */
public class WorkUnitsSecurityIT {

    private static final String PASSWORD = "not-a-secret";
    private static final String MEMORY = "near_duplicate.groups.memory";
    private static final int DOCUMENTS = 6_000;
    private static final int COPIES = 4;

    @ClassRule
    public static final ClusterRule SERVERS = new ClusterRule(
            builder -> builder
                    .nodes(2)
                    .trial()
                    .user("admin", PASSWORD, "superuser")
                    .user("red", PASSWORD, "red")
                    .user("reader", PASSWORD, "reader")
                    .role(
                            "red",
                            Roles.role(List.of(), List.of(
                                    Roles.rights(
                                            "docs*",
                                            Roles.documents(
                                                    Map.of("term", Map.of("colour", "red"))),
                                            "read"),
                                    Roles.rights(
                                            "found*", Map.of(), "manage", "write"))))
                    .role(
                            "reader",
                            Roles.role(List.of(), List.of(
                                    Roles.rights("docs-alias", Map.of(), "read"),
                                    Roles.rights(
                                            "read-only*", Map.of(), "view_index_metadata",
                                            "read")))));

    private static RestCalls admin;

    @BeforeClass
    public static void createIndices() throws IOException {
        admin = SERVERS.rest();
        Map<String, Map<String, ?>> all = new LinkedHashMap<>();
        Map<String, Map<String, ?>> red = new LinkedHashMap<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            String colour = i % COPIES == 1 ? "blue" : "red";
            Map<String, ?> source = Map.of(
                    "colour", colour, TestIndex.FIELD,
                    Texts.window("text" + i / COPIES, i % COPIES, 60));
            all.put("doc-" + i, source);
            if (colour.equals("red")) {
                red.put("doc-" + i, source);
            }
        }
        create("docs").putSources(all, "");
        create("red-alone").putSources(red, "");
        admin.call("PUT", "/docs/_alias/docs-alias").ok();
        admin.setting(MEMORY, "1mb").ok();
    }

    private static TestIndex create(String name) throws IOException {
        return TestIndex.createWith(
                admin, name,
                Map.of(
                        "number_of_shards", 2, "number_of_replicas", 0,
                        "routing.allocation.total_shards_per_node", 1),
                Map.of(
                        TestIndex.FIELD,
                        TestIndex.minHash(Map.of("similarity", 0.6, "exact", true)),
                        "colour", Map.of("type", "keyword")));
    }

    @Test
    public void hiddenDocumentsAreInNoWorkUnit() throws IOException {
        for (String verify : List.of("signature", "exact")) {
            Map<String, ?> body = Map.of("verify", verify, "pairs", true);
            GroupsAnswer seen = GroupsAnswer.ask(as("red"), "docs", body);
            GroupsAnswer alone = GroupsAnswer.ask(admin, "red-alone", body);
            assertTrue(seen.answer().text(), seen.count("parts", "total") > 1);
            assertEquals(DOCUMENTS / COPIES, seen.count("groups"));
            assertEquals(alone.groups(), seen.groups());
            for (String count : List.of("documents", "buckets", "band_terms", "groups")) {
                assertEquals(
                        alone.answer().at("counts", count), seen.answer().at("counts", count));
            }
        }
    }

    @Test
    public void workUnitsKnowTheNamesThatTheCallerMayUse() throws IOException {
        assertEquals(
                GroupsAnswer.ask(admin, "docs", Map.of()).groups(),
                GroupsAnswer.ask(as("reader"), "docs-alias", Map.of()).groups());
        GroupsAnswer.send(as("reader"), "docs", Map.of()).refused(403);
    }

    @Test
    public void workUnitsWriteWithTheRightsOfTheCaller() throws IOException {
        GroupsAnswer written = GroupsAnswer.ask(
                as("red"), "docs", Map.of("dest", Map.of("index", "found")));
        assertTrue(written.answer().text(), written.count("parts", "total") > 1);
        assertEquals(DOCUMENTS / COPIES, new WrittenGroups(admin, "found").groups());
        GroupsAnswer.send(as("reader"), "docs-alias", Map.of("dest", Map.of("index", "read-only")))
                .refused(403, "is unauthorized for user [reader]");
    }

    private static RestCalls as(String user) {
        return admin.as(user, PASSWORD);
    }
}
