package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.Assert.assertEquals;
import static org.nearduplicate.server.SharedSecuredServer.as;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/** A page, and the fields of documents in an answer, are what their caller may read. */
public class PagesSecurityIT {

    private static final String FIELD = "body.near";
    private static final String TEXT = Texts.window("shown", 0, 60);
    private static final Map<String, ?> ALL = Map.of("field", FIELD, "fields", List.of("*"));
    private static final String GROUPS = "_near_duplicate/groups";
    private static final String COMPARE = "_near_duplicate/compare";

    private static RestCalls admin;

    /** All four are near duplicates; what only the blue ones and only the bodies have is never that of others. */
    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
        SharedSecuredServer.users(Map.of(
                "reader", Roles.reader("docs", Map.of()),
                "alias", Roles.reader("public", Map.of()),
                "stranger", Roles.reader("other", Map.of()),
                "red",
                Roles.reader("docs", Roles.documents(Map.of("term", Map.of("colour", "red")))),
                "no-body", Roles.reader("docs", Roles.fields("colour", FIELD + "*")),
                "no-colour", Roles.reader("docs", Roles.fields("body", FIELD + "*"))));
        TestIndex index = TestIndex.createWith(admin, "docs", TestIndex.settings(2),
                Map.of("colour", Map.of("type", "keyword"), "body",
                        TestIndex.textWithNear(Map.of("exact", true))));
        index.putSources(
                Map.of(
                        "r1", source("red", " "), "r2", source("red", " "),
                        "b1", source("blue", " secret"), "b2", source("blue", " secret")),
                "");
        index.putSources(Map.of("r3", source("red", " ")), "&routing=r");
        admin.call("PUT", "/docs/_alias/public").ok();
        TestIndex.create(admin, "other", Map.of());
    }

    private static Map<String, ?> source(String colour, String more) {
        return Map.of("colour", colour, "body", TEXT + more);
    }

    @Test
    public void whoMayReadSeesTexts() throws IOException {
        Map<String, Object> expected = fields(admin, "docs");
        assertEquals(5, expected.size());
        assertEquals(expected, fields(as("reader"), "docs"));
        assertEquals(expected, fields(as("alias"), "public"));
        assertEquals(
                TEXT + " secret", comparison(as("alias"), "public").answer().at("b", "texts", 0));
    }

    @Test
    public void hiddenDocumentsAreInNoPage() throws IOException {
        ShownPage page = ShownPage.post(as("red"), "/docs/" + GROUPS, ALL);
        assertThat(page.html(), not(containsString("secret")));
        assertThat(page.html(), not(containsString("\"blue\"")));
        assertEquals(3, page.answer().at("groups", 0, "size"));
        assertEquals(List.of("r1", "r2", "r3"), List.copyOf(fields(as("red"), "docs").keySet()));
        Answer refused = send(as("red"), "docs", COMPARE, pair());
        refused.refused(400);
        assertThat(refused.text(), not(containsString("secret")));
    }

    @Test
    public void hiddenFieldsAreInNoPage() throws IOException {
        ShownPage page = ShownPage.post(as("no-body"), "/docs/" + GROUPS, ALL);
        assertThat(page.html(), not(containsString("shownq1 ")));
        assertEquals(5, page.answer().at("groups", 0, "size"));
        assertEquals(
                Map.of("colour", List.of("blue")), fields(as("no-body"), "docs").get("b1"));
        assertEquals(
                Map.of("body", List.of(TEXT + " secret"), FIELD, List.of(TEXT + " secret")),
                fields(as("no-colour"), "docs").get("b1"));
        send(as("no-body"), "docs", COMPARE, pair()).refused(400, "field-level security hides it");
    }

    @Test
    public void whoMayNotReadSeesNoPage() throws IOException {
        for (String endpoint : List.of(GROUPS, COMPARE)) {
            Map<String, ?> body = endpoint.equals(GROUPS) ? ALL : pair();
            assertRefused(401, send(as("nobody"), "docs", endpoint, body));
            assertRefused(401, send(admin.anonymous(), "docs", endpoint, body));
            assertRefused(403, send(as("stranger"), "docs", endpoint, body));
            assertRefused(403, send(as("alias"), "docs", endpoint, body));
        }
    }

    private static void assertRefused(int status, Answer answer) {
        answer.refused(status);
        assertThat(answer.text(), startsWith("{\"error\":"));
    }

    /** The fields of each document of all groups, once as JSON and the same in a page. */
    private static Map<String, Object> fields(RestCalls rest, String target) throws IOException {
        Map<String, Object> fields = new TreeMap<>();
        ShownPage page = ShownPage.post(rest, "/" + target + "/" + GROUPS, ALL);
        GroupsAnswer json = GroupsAnswer.ask(rest, target, ALL);
        assertEquals(json.answer().at("groups"), page.answer().at("groups"));
        for (Map<?, ?> document : json.documents()) {
            fields.put(GroupsAnswer.id(document), document.get("fields"));
        }
        return fields;
    }

    private static Map<String, ?> pair() {
        return Map.of("field", FIELD, "a", Map.of("_id", "r1"), "b", Map.of("_id", "b1"));
    }

    private static ShownPage comparison(RestCalls rest, String target) throws IOException {
        return ShownPage.post(rest, "/" + target + "/" + COMPARE, pair());
    }

    private static Answer send(
            RestCalls rest, String target, String endpoint, Map<String, ?> body)
            throws IOException {
        return rest.post("/" + target + "/" + endpoint + "?format=html", body);
    }
}
