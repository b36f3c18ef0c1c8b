package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertEquals;
import static org.nearduplicate.server.SharedSecuredServer.as;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/** Statistics are those of what a caller may read: what is hidden is not counted, and never named. */
public class StatsSecurityIT {

    private static final String NO_INDEX = "/_near_duplicate/stats";
    private static final String TEXT = "all of these documents have the same text of some words";

    private static RestCalls admin;

    /** 30 hidden documents come before 20 that are shown, of which 5 share their text; 2 have no words. */
    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
        Map<String, ?> red = Roles.documents(Map.of("term", Map.of("colour", "red")));
        SharedSecuredServer.users(
                Map.of(
                        "reader", Roles.reader("docs*", Map.of()),
                        "red", Roles.reader("docs", red),
                        "red-monitor",
                        Roles.role(List.of("monitor"), List.of(Roles.rights("docs", red, "read"))),
                        "alias", Roles.reader("docs-red", Map.of()),
                        "no-near", Roles.reader("docs", Roles.fields("colour")),
                        "no-sets", Roles.reader("docs", Roles.fields("near", "colour")),
                        "no-text", Roles.reader("text-only", Roles.fields("body.near")),
                        "stranger", Roles.reader("other", Map.of())));
        Map<String, Map<String, ?>> hidden = new LinkedHashMap<>();
        Map<String, Map<String, ?>> shown = new LinkedHashMap<>();
        for (int i = 0; i < 30; i++) {
            hidden.put("hidden-" + i, source("blue", i < 28 ? TEXT : ""));
        }
        for (int i = 0; i < 20; i++) {
            String text = i < 5 ? TEXT : i < 7 ? "" : Texts.window("text" + i, 0, 20);
            shown.put("shown-" + i, source("red", text));
        }
        Map<String, Map<String, ?>> all = new LinkedHashMap<>(hidden);
        all.putAll(shown);
        create("docs").putSources(all, "");
        create("red-alone").putSources(shown, "");
        admin.call("PUT", "/docs/_alias/docs-red", """
                { "filter": { "term": { "colour": "red" } } }""").ok();
    }

    private static Map<String, ?> source(String colour, String text) {
        return Map.of("colour", colour, TestIndex.FIELD, text);
    }

    private static TestIndex create(String name) throws IOException {
        return TestIndex.createWith(admin, name, TestIndex.settings(1), Map.of(TestIndex.FIELD,
                TestIndex.minHash(Map.of("exact", true)), "colour", Map.of("type", "keyword")));
    }

    @Test
    public void hiddenDocumentsAreNeitherCountedNorNamed() throws IOException {
        Answer all = stats(admin, "docs").ok();
        assertEquals(33, at(all, "docs", "largest_buckets", 0, "documents"));
        assertEquals("hidden-0", at(all, "docs", "largest_buckets", 0, "_id"));

        Answer expected = stats(admin, "red-alone").ok();
        assertEquals(18, at(expected, "red-alone", "documents"));
        assertEquals(5, at(expected, "red-alone", "largest_buckets", 0, "documents"));
        assertEquals(12, at(expected, "red-alone", "largest_buckets", 0, "bands"));
        for (Answer seen : List.of(
                stats(as("red"), "docs").ok(), stats(as("alias"), "docs-red").ok(),
                stats(as("reader"), "docs-red").ok())) {
            assertThat(seen.text(), not(containsString("hidden")));
            assertEquals(figures(expected, "red-alone"), figures(seen, "docs"));
        }
    }

    @Test
    public void aHiddenFieldIsNone() throws IOException {
        assertEquals(Map.of(), stats(as("no-near"), "docs").ok().at("indices"));
        Answer named = stats(as("no-near"), "docs?fields=near");
        Answer missing = stats(as("no-near"), "docs?fields=nowhere");
        assertEquals(400, named.status());
        assertEquals(missing.text().replace("nowhere", "near"), named.text());
        Answer withoutSets = stats(as("no-sets"), "docs").ok();
        assertEquals(0, at(withoutSets, "docs", "shingle_sets", "size_in_bytes"));
        assertEquals(46, at(withoutSets, "docs", "documents"));
    }

    /** What documents share is a part of their texts. */
    @Test
    public void aHiddenTextIsNotShared() throws IOException {
        TestIndex.createWith(
                admin, "text-only", TestIndex.settings(1),
                Map.of("body", TestIndex.textWithNear(Map.of())))
                .putSources(Map.of("1", Map.of("body", TEXT), "2", Map.of("body", TEXT)), "");
        assertThat(stats(admin, "text-only").ok().text(), containsString(TEXT));
        Answer hidden = stats(as("no-text"), "text-only").ok();
        assertThat(hidden.text(), containsString("\"largest_buckets\":[{\"documents\":2"));
        assertThat(hidden.text(), not(containsString("shared_passage")));
    }

    /** A pattern stands for what the caller may read. */
    @Test
    public void whoMayNotReadIsToldNothing() throws IOException {
        assertEquals(403, stats(as("stranger"), "docs").status());
        assertEquals(403, stats(as("red"), "red-alone").status());
        assertEquals(403, stats(as("alias"), "docs").status());
        assertEquals(Set.of("docs"), indices(stats(as("reader"), "*")));
        assertEquals(Set.of("docs"), indices(stats(as("red"), "*")));
        assertEquals(Set.of(), indices(stats(as("stranger"), "*")));
        assertEquals(401, stats(as("nobody"), "*").status());
    }

    /** Such statistics are about nodes too. They name only indices that the caller may read. */
    @Test
    public void withoutAnIndexTheRightToMonitorIsNeeded() throws IOException {
        for (String user : List.of("reader", "red", "stranger")) {
            as(user).call("GET", NO_INDEX).refused(403, "cluster:monitor/near_duplicate/stats");
        }
        assertEquals(401, as("nobody").call("GET", NO_INDEX).status());
        Answer seen = as("red-monitor").call("GET", NO_INDEX).ok();
        assertEquals(Set.of("docs"), indices(seen));
        assertEquals(18, at(seen, "docs", "documents"));
        assertThat(seen.text(), not(containsString("hidden")));
    }

    private static Set<?> indices(Answer answer) throws IOException {
        return ((Map<?, ?>) answer.ok().at("indices")).keySet();
    }

    /** The figures of an index, but for what is estimated by its segments. */
    private static String figures(Answer answer, String index) throws IOException {
        return answer.at("indices", index).toString()
                .replaceAll("estimated_size_in_bytes=[0-9]+", "");
    }

    private static Object at(Answer answer, String index, Object... path) throws IOException {
        Object[] all = new Object[path.length + 4];
        System.arraycopy(path, 0, all, 4, path.length);
        System.arraycopy(
                new Object[] {"indices", index, "fields", TestIndex.FIELD}, 0, all, 0, 4);
        return answer.at(all);
    }

    private static Answer stats(RestCalls rest, String target) throws IOException {
        String[] parts = target.split("\\?", 2);
        return rest.call(
                "GET",
                "/" + parts[0] + "/_near_duplicate/stats"
                        + (parts.length > 1 ? "?" + parts[1] : ""));
    }
}
