package org.nearduplicate.integration;

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

/** What near duplicates have in common is not told to a caller from whom it is hidden: such a field is one without a mapping. */
public class PeersSecurityIT {

    private static final String TEXT = Texts.window("p", 0, 40);
    private static final List<String> HIDDEN = List.of("company", "day");

    private static RestCalls admin;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
        SharedSecuredServer.users(
                Map.of(
                        "all", role("*"),
                        "some", role("near", "near._*", "colour", "body", "rank")));
        TestIndex index = TestIndex.createWith(
                admin, "peers", TestIndex.settings(2),
                Map.of(
                        TestIndex.FIELD, TestIndex.minHash(Map.of()),
                        "company", Map.of("type", "keyword"), "day", Map.of("type", "date"),
                        "note", Map.of("type", "text"),
                        "rank", Map.of("type", "integer")));
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        sources.put("1", source("a", "2026-01-01"));
        sources.put("2", source("a", "2026-01-02"));
        sources.put("3", source("b", "2026-03-01"));
        index.putSources(sources, "");
        for (String field : HIDDEN) {
            Map<String, Object> processor = new LinkedHashMap<>(asked(field));
            processor.putAll(
                    Map.of("field", "near", "near_field", "near", "index", "peers", "action",
                            "fail"));
            admin.put(
                    "/_ingest/pipeline/same-" + field,
                    Map.of("processors", List.of(Map.of("near_duplicate", processor)))).ok();
        }
    }

    private static String role(String... fields) {
        return Roles.role(
                List.of(),
                List.of(Roles.rights("peers", Roles.fields(fields), "read", "index")));
    }

    private static Map<String, Object> source(String company, String day) {
        return Map.of(
                TestIndex.FIELD, TEXT, "company", company, "day", day, "rank", 1, "note", "words");
    }

    /** What a request says to compare by a field. */
    private static Map<String, ?> asked(String field) {
        return field.equals("day")
                ? Map.of("within", Map.of("field", "day", "interval", "3d"))
                : Map.of("same", field);
    }

    @Test
    public void whoSeesAFieldComparesByIt() throws IOException {
        for (String field : HIDDEN) {
            assertEquals(
                    List.of(List.of("1", "2")),
                    GroupsAnswer.ask(as("all"), "peers", asked(field)).groups());
            assertEquals(
                    Set.of("1", "3"), Set.copyOf(CollapsedSearches.ids(collapse("all", field))));
            assertEquals(409, write("all", field).status());
        }
        assertEquals(List.of("2"), CollapsedSearches.ids(near("all")));
        chain("all").ok();
    }

    @Test
    public void whoDoesNotIsRefused() throws IOException {
        for (String field : HIDDEN) {
            String reason = "[" + field + "] of index [peers], which has no mapping";
            GroupsAnswer.send(as("some"), "peers", asked(field)).refused(400, reason);
            collapse("some", field).refused(400, reason);
            write("some", field).refused(400, reason);
        }
        GroupsAnswer.send(as("some"), "peers", Map.of("same", "note"))
                .refused(400, "[note] of index [peers], which has no mapping");
        near("some").refused(400, "[day] of index [peers], which has no mapping");
        chain("some").refused(400, "[company] of index [peers], which has no mapping");
        as("some").put("/peers/_doc/new", source("a", "2026-01-01")).ok();
        admin.call("DELETE", "/peers/_doc/new?refresh=true").ok();
    }

    private static Answer collapse(String user, String field) throws IOException {
        Map<String, Object> options = new LinkedHashMap<>(asked(field));
        options.put("field", TestIndex.FIELD);
        options.put(
                "retriever",
                Map.of(
                        "standard",
                        Map.of("sort", List.of(Map.of("_doc", "asc")), "query",
                                Map.of("ids", Map.of("values", List.of("1", "3"))))));
        return as(user).post(
                "/peers/_search", Map.of("retriever", Map.of("near_duplicate_collapse", options)));
    }

    private static Answer near(String user) throws IOException {
        return as(user).post(
                "/peers/_search",
                Map.of(
                        "query",
                        TestIndex.query(
                                Map.of(
                                        "like", Map.of("_id", "1"), "within",
                                        Map.of("field", "day", "interval", "3d")))));
    }

    private static Answer chain(String user) throws IOException {
        Map<String, Object> body = new LinkedHashMap<>(Chains.between("1", "2"));
        body.put("same", "company");
        return Chains.chain(as(user), "peers", body);
    }

    /** Nothing is written, as it is refused or a near duplicate. */
    private static Answer write(String user, String field) throws IOException {
        return as(user).put(
                "/peers/_doc/new?pipeline=same-" + field, source("a", "2026-01-01"));
    }
}
