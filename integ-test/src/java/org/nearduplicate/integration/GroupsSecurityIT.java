package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;
import static org.nearduplicate.server.SharedSecuredServer.as;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/** A caller sees the groups of what the caller may read, as if there were nothing else. */
public class GroupsSecurityIT {

    private static RestCalls admin;

    /** The index of red and blue documents, and one of the red ones alone. */
    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
        createUsers();
        Map<String, Map<String, ?>> all = new LinkedHashMap<>();
        Map<String, Map<String, ?>> red = new LinkedHashMap<>();
        List<String> texts = Texts.withNearDuplicates(7, 20, 9);
        for (int i = 0; i < texts.size(); i++) {
            String colour = i % 3 == 0 ? "red" : "blue";
            Map<String, Object> source = new HashMap<>(Map.of("colour", colour, "keep", -i));
            source.put(TestIndex.FIELD, i % 7 == 0 ? null : texts.get(i));
            all.put("doc-" + i, source);
            if (colour.equals("red")) {
                red.put("doc-" + i, source);
            }
        }
        create("docs").putSources(all, "");
        create("red-alone").putSources(red, "");
        create("other");
        admin.call("PUT", "/docs/_alias/docs-alias").ok();
        admin.call("PUT", "/docs/_alias/docs-blue", """
                { "filter": { "term": { "colour": "blue" } } }""").ok();
    }

    private static void createUsers() throws IOException, InterruptedException {
        SharedSecuredServer.users(Map.of(
                "reader", Roles.reader("docs*", Map.of()),
                "alias", Roles.reader("docs-alias", Map.of()),
                "stranger", Roles.reader("other", Map.of()),
                "red", Roles.reader("docs*", Map.of("query", "{\"term\":{\"colour\":\"red\"}}")),
                "no-near", Roles.reader("docs", Roles.fields("colour", "keep")),
                "no-keep", Roles.reader("docs", Roles.fields("near", "near._shingles")),
                "no-shingles", Roles.reader("docs", Roles.fields("near", "colour", "keep")),
                "granted", Roles.reader("docs", Roles.fields("near*", "keep"))));
    }

    private static TestIndex create(String name) throws IOException {
        Map<String, ?> properties = Map.of(
                TestIndex.FIELD, TestIndex.minHash(Map.of("similarity", 0.6, "exact", true)),
                "colour", Map.of("type", "keyword"),
                "keep", Map.of("type", "long"));
        return TestIndex.createWith(admin, name, TestIndex.settings(2), properties);
    }

    @Test
    public void whoMayReadMayGroup() throws IOException {
        Map<String, Object> expected = findings(admin, "docs", Map.of());

        assertTrue(GroupsAnswer.ask(admin, "docs", Map.of()).count("groups") >= 20);
        for (String target : List.of("docs", "docs-alias", "doc*", "*", "_all")) {
            assertEquals(target, expected, findings(as("reader"), target, Map.of()));
        }
        assertEquals(expected, findings(as("alias"), "docs-alias", Map.of()));
        assertEquals(expected, findings(as("alias"), "docs-a*", Map.of()));
    }

    @Test
    public void whoMayNotReadMayNotGroup() throws IOException {
        GroupsAnswer.send(as("stranger"), "docs", Map.of()).refused(403, "is unauthorized",
                "[docs]");
        GroupsAnswer.send(as("stranger"), "docs-alias", Map.of()).refused(403, "is unauthorized");
        GroupsAnswer.send(as("stranger"), "other,docs", Map.of()).refused(403, "is unauthorized");
        GroupsAnswer.send(as("alias"), "docs", Map.of()).refused(403, "is unauthorized", "[docs]");
        GroupsAnswer.send(as("reader"), "red-alone", Map.of()).refused(403, "is unauthorized");
        assertEquals(
                0L, GroupsAnswer.ask(as("stranger"), "doc*", Map.of()).count("documents", "total"));
    }

    @Test
    public void hiddenDocumentsAreNeitherCountedNorNamed() throws IOException {
        for (String verify : List.of("signature", "exact")) {
            for (String method : List.of("star", "components")) {
                Map<String, ?> body = Map.of(
                        "verify", verify, "method", method, "pairs", true, "keep",
                        byField("keep"));
                Map<String, Object> expected = findings(admin, "red-alone", body);
                assertTrue(((List<?>) expected.get("groups")).size() > 10);
                assertEquals(expected, findings(as("red"), "docs", body));
                assertEquals(expected, findings(as("red"), "docs-alias", body));
            }
        }
        assertEquals(
                0L,
                GroupsAnswer.ask(as("red"), "docs-blue", Map.of()).count("documents", "total"));
        Map<String, ?> hidden = Map.of("term", Map.of("colour", "blue"));
        assertEquals(
                0L,
                GroupsAnswer.ask(as("red"), "docs", Map.of("query", hidden)).count("band_terms"));
    }

    @Test
    public void aHiddenFieldHasNoValues() throws IOException {
        GroupsAnswer withoutNear = GroupsAnswer.ask(as("no-near"), "docs", Map.of());
        assertEquals(200, withoutNear.count("documents", "without_signature"));
        assertEquals(0, withoutNear.count("band_terms"));

        Map<String, ?> byColour = Map.of("query", Map.of("term", Map.of("colour", "red")));
        assertEquals(
                0L, GroupsAnswer.ask(as("no-keep"), "docs", byColour).count("documents", "total"));
        for (String user : List.of("no-keep", "no-shingles", "granted")) {
            assertEquals(findings(admin, "docs", Map.of()), findings(as(user), "docs", Map.of()));
        }
    }

    @Test
    public void aHiddenKeepFieldLeavesTheChoiceToTheIdentifiers() throws IOException {
        Map<String, ?> byKeep = Map.of("keep", byField("keep"));
        GroupsAnswer seen = GroupsAnswer.ask(as("granted"), "docs", byKeep);
        GroupsAnswer hidden = GroupsAnswer.ask(as("no-keep"), "docs", byKeep);

        assertEquals(findings(admin, "docs", byKeep), findings(as("granted"), "docs", byKeep));
        assertNotEquals(seen.groups(), hidden.groups());
        for (List<String> group : hidden.groups()) {
            assertEquals(Collections.min(group), group.get(0));
        }
    }

    @Test
    public void exactVerificationNeedsTheShinglesOrTheText() throws IOException {
        Map<String, ?> exact = Map.of("verify", "exact");
        for (String user : List.of("no-keep", "granted", "no-shingles")) {
            assertEquals(findings(admin, "docs", exact), findings(as(user), "docs", exact));
        }
    }

    @Test
    public void aRunIsItsCallersToo() throws Exception {
        Answer started = as("red").call(
                "POST", "/docs/_near_duplicate/groups?wait_for_completion=false",
                "{\"field\":\"near\"}").ok();
        Answer kept = new GroupsTasks(admin).awaitEnd((String) started.at("task"));

        assertEquals(
                GroupsAnswer.ask(admin, "red-alone", Map.of()).answer().at("counts"),
                kept.at("response", "counts"));
    }

    private static Map<String, ?> byField(String field) {
        return Map.of("by", "field", "field", field);
    }

    /** What was found, but for the name of the index. */
    private static Map<String, Object> findings(RestCalls rest, String target, Map<String, ?> body)
            throws IOException {
        Answer answer = GroupsAnswer.ask(rest, target, body).answer();
        String anyIndex = answer.text().replaceAll("\"_index\":\"[a-z-]+\"", "\"_index\":\"any\"");
        return new GroupsAnswer(new Answer(answer.status(), anyIndex, List.of())).findings();
    }
}
