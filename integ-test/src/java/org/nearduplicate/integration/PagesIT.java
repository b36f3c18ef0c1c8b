package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.nearduplicate.page.Browser;
import org.nearduplicate.page.PageRules;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;
import org.xml.sax.InputSource;

/** Pages of groups and of two texts hold what the same request is answered as JSON, whatever there is in documents. */
public class PagesIT {

    @ClassRule
    public static final TemporaryFolder FOLDER = new TemporaryFolder();

    private static final String TEXT = Texts.window("page", 0, 30);
    private static final Map<String, ?> TWO_SHARDS = TestIndex.settings(2);
    private static final int MAX_BYTES = 10_000_000;
    private static final int BYTES_PER_VALUE = 50;
    private static final int MAX_PAGE = 32 << 20;

    private static final List<String> HOSTILE = List.of(
            "<script>window.ran=1</script>", "</script ><script >window.ran=1</script\t>",
            "<!--<script >",
            "\"'><img src=x onerror=window.ran=1><svg onload=window.ran=1>", "\u2028\u2029\u0085",
            "\u202E\u202D\u2066\uFEFF\uFFFE", "\u0000\u0001\u001F\u007F\\",
            "]]>&lt;{{answer}}{{request}}$1");
    private static final String HALVES = "\uDE00\uD83D \uD800";
    private static final List<Object> FIELDS = List.of(
            "title", "ta*", Map.of("field", "when", "format", "yyyy/MM"));

    private static RestCalls rest;
    private static GroupsTasks tasks;

    /** The same {@code _id} is in another index, and with another routing in the same one. */
    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        tasks = new GroupsTasks(rest);
        for (int i = 0; i < 2; i++) {
            TestIndex index = TestIndex.createWith(rest, "pages-" + i, TestIndex.settings(3),
                    Map.of(TestIndex.FIELD, TestIndex.minHash(Map.of("exact", true)), "title",
                            Map.of("type", "text"), "tags", Map.of("type", "keyword"), "when",
                            Map.of("type", "date")));
            index.putSources(Map.of("1", source(10 * i), "2", source(10 * i + 1)), "");
            for (int routing = 2; routing < 7; routing++) {
                index.putSources(Map.of("1", source(10 * i + routing)), "&routing=r" + routing);
            }
            index.putSources(Map.of("none", Map.of("title", "without a text")), "");
        }
        rest.call("PUT", "/pages-0,pages-1/_alias/pages-all").ok();
    }

    /** No two are the same. */
    private static Map<String, ?> source(int number) {
        Map<String, Object> source = new HashMap<>();
        source.put(TestIndex.FIELD, List.of(TEXT + " own" + number, "another value"));
        source.put("title", "title " + number);
        source.put("when", (2000 + number) + "-03-01");
        source.put("tags", number % 2 == 0 ? List.of("a", "b" + number) : "c");
        return source;
    }

    @After
    public void nothingIsLeft() throws IOException, InterruptedException {
        tasks.awaitNothingLeft();
    }

    @Test
    public void aPageOfGroupsHoldsTheAnswerWithTexts() throws Exception {
        for (String target : List.of("pages-1", "pages-0,pages-1", "pages-all", "nowhere-*")) {
            for (Map<String, ?> body : List.<Map<String, ?>>of(
                    Map.of(), Map.of("fields", FIELDS, "pairs", true), Map.of("size", 0),
                    Map.of("max_members", 1, "verify", "signature", "fields", List.of("*")))) {
                assertPages("/" + target + "/_near_duplicate/groups", body, withTexts(body));
            }
        }
    }

    @Test
    public void aPageOfTwoTextsHoldsTheAnswerWithTexts() throws Exception {
        for (Map<String, ?> body : List.of(
                Map.of("a", TEXT, "b", List.of("page", "\u00E4\u6211\uD83D\uDE00 " + TEXT)),
                Map.of("a", document("0", null), "b", document("1", "r6"), "size", 1),
                Map.of("a", document("0", "r6"), "b", document("1", null), "texts", false))) {
            assertPages("/pages-all/_near_duplicate/compare", body, withTexts(body));
        }
    }

    private static Map<String, ?> document(String index, String routing) {
        return routing == null
                ? Map.of("_index", "pages-" + index, "_id", "2")
                : Map.of("_index", "pages-" + index, "_id", "1", "_routing", routing);
    }

    /** The same request, with what a page adds to it. */
    private static Map<String, ?> withTexts(Map<String, ?> body) {
        Map<String, Object> all = new HashMap<>(TestIndex.withField(body));
        if (body.containsKey("a")) {
            all.put("texts", true);
        } else {
            List<Object> fields = new ArrayList<>((List<?>) all.getOrDefault("fields", List.of()));
            fields.add(TestIndex.FIELD);
            all.put("fields", fields);
        }
        return all;
    }

    private static ShownPage assertPages(
            String path, Map<String, ?> asked, Map<String, ?> withTexts) throws IOException {
        Answer json = rest.post(path, withTexts);
        ShownPage posted = ShownPage.post(rest, path, asked);
        for (ShownPage page : List.of(posted, ShownPage.get(rest, path, asked))) {
            assertEquals(ShownPage.findings(json), ShownPage.findings(page.answer()));
            assertEquals(
                    new Answer(200, Json.of(TestIndex.withField(asked)), List.of()).body(),
                    page.request().at("body"));
            assertThat((String) page.request().at("uri"), startsWith(path + "?format=html"));
        }
        assertEquals("POST", posted.request().at("method"));
        return posted;
    }

    /** Each has those that a search has of it. */
    @Test
    public void fieldsAreThoseOfTheDocument() throws IOException {
        Map<String, ?> search = Map.of(
                "size", 100, "fields", FIELDS, "query", Map.of("exists", Map.of("field", "tags")));
        Map<Object, Object> expected = new HashMap<>();
        for (Map<?, ?> hit : rest.post("/pages-all/_search", search).ok().objects("hits", "hits")) {
            expected.put(ModeDocument.of(hit), hit.get("fields"));
        }
        assertTrue("an _id twice in an index: " + expected, expected.size() > 4);
        Map<Object, Object> found = new HashMap<>();
        GroupsAnswer groups = GroupsAnswer.ask(rest, "pages-all", Map.of("fields", FIELDS));
        for (Map<?, ?> document : groups.documents()) {
            found.put(ModeDocument.of(document), document.get("fields"));
        }
        assertEquals(expected, found);
    }

    /** In texts, names and values of fields, identifiers and routings. */
    @Test
    public void whateverIsInDocumentsIsData() throws Exception {
        TestIndex.create(rest, "pages-hostile", TWO_SHARDS, Map.of("exact", true));
        String text = Texts.window("page", 0, 200);
        StringBuilder lines = new StringBuilder();
        for (String hostile : HOSTILE) {
            Map<String, ?> source = Map.of(
                    TestIndex.FIELD, text + hostile + HALVES, "colour", HALVES,
                    hostile.replace(".", "") + "x", hostile);
            for (String id : List.of(hostile, hostile + HALVES)) {
                lines.append(Json.of(Map.of("index", Map.of("_id", id, "routing", id))))
                        .append('\n')
                        .append(Json.of(source)).append('\n');
            }
        }
        Answer put = rest.callLines(
                "POST", "/pages-hostile/_bulk?refresh=true", lines.toString());
        assertEquals(put.text(), false, put.ok().at("errors"));
        Map<String, ?> body = Map.of("fields", List.of("*", HOSTILE.getFirst()));
        String path = "/pages-hostile/_near_duplicate/groups";
        ShownPage page = assertPages(path, body, withTexts(body));
        assertEquals(2 * HOSTILE.size(), page.answer().at("groups", 0, "size"));
        assertShown(page, ShownPage.post(rest, "/nowhere-*/_near_duplicate/groups", body));
    }

    @Test
    public void whateverIsInGivenTextsIsData() throws Exception {
        String path = "/pages-0/_near_duplicate/compare";
        List<String> all = new ArrayList<>(HOSTILE);
        all.add(HALVES);
        Map<String, ?> body = Map.of("a", TEXT + " " + String.join(" ", all), "b",
                Stream.concat(all.stream(), Stream.of(TEXT)).toList());
        ShownPage plain = ShownPage.post(rest, path, Map.of("a", TEXT, "b", TEXT));
        assertShown(assertPages(path, body, withTexts(body)), plain);

        String line = Texts.shortWords(1, 1 << 20);
        ShownPage page = ShownPage.post(rest, path, Map.of("a", line, "b", "x " + line));
        assertEquals(List.of(line), page.answer().at("a", "texts"));
        assertEquals(
                "what is too long is not in the page twice", Set.of("a", "b"),
                Set.copyOf((List<?>) page.request().at("left_out")));
        assertShown(page, plain);
    }

    /** Nothing is outside of the scripts, and in a browser nothing runs but the page's own. */
    private static void assertShown(ShownPage page, ShownPage plain) throws Exception {
        assertEquals(plain.frame(), page.frame());
        DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(page.frame())));
        try (Browser browser = Browser.start(FOLDER.newFolder().toPath())) {
            browser.open(page.html(), 800, false);
            PageRules.openAll(browser);
            assertEquals("undefined", browser.tell("typeof window.ran"));
            assertEquals(List.of(), browser.complaints());
            assertTrue(browser.number("document.querySelectorAll('.side').length") > 0);
        }
    }

    /** In all groups, keepers before members: what does not fit is the end, unless it is long itself. */
    @Test
    public void tooManyCharactersAreLeftOut() throws IOException {
        TestIndex index = TestIndex.createWith(
                rest, "pages-long", TWO_SHARDS,
                Map.of(
                        TestIndex.FIELD, TestIndex.minHash(Map.of()),
                        "note", Map.of("type", "text", "index", false)));
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (int i = 0; i < 9; i++) {
            String note = "n".repeat(i < 5 ? MAX_BYTES / 5 - BYTES_PER_VALUE : 1);
            String text = Texts.window(i < 3 ? "a" : i < 5 ? "b" : "c" + i / 7, 0, 9);
            sources.put("d" + i, Map.of(TestIndex.FIELD, text, "note", note));
        }
        index.putSources(sources, "");
        assertLeftOut(List.of(5, 6, 7, 8), List.of("note"));
        assertLeftOut(List.of(4), List.of("note", TestIndex.FIELD));
        assertLeftOut(List.of(), List.of(TestIndex.FIELD));
        rest.call("DELETE", "/pages-long/_doc/d0?refresh=true").ok();
        assertLeftOut(List.of(), List.of("note"));
        Map<String, ?> body = Map.of("fields", List.of("note"));
        assertPages("/pages-long/_near_duplicate/groups", body, withTexts(body));
    }

    private static void assertLeftOut(List<Integer> leftOut, List<String> fields)
            throws IOException {
        GroupsAnswer answer =
                GroupsAnswer.ask(rest, "pages-long", Map.of("fields", fields));
        assertEquals(
                leftOut.isEmpty() ? null : leftOut.size(),
                answer.answer().body().get("fields_left_out"));
        List<Map<?, ?>> documents = answer.documents();
        for (Map<?, ?> document : documents) {
            assertEquals(
                    document.get("_id").toString(),
                    leftOut.contains(documents.indexOf(document)) == false,
                    document.containsKey("fields"));
        }
    }

    /** The groups are found, and what can be read of documents is there. */
    @Test
    public void fieldsAreCharged() throws IOException {
        Map<String, ?> note =
                Map.of(TestIndex.FIELD, TEXT, "note", "n".repeat(MAX_BYTES / 2 - BYTES_PER_VALUE));
        TestIndex.create(rest, "pages-charged", Map.of())
                .putSources(Map.of("1", note, "2", note), "");
        Map<String, ?> body = Map.of("fields", List.of("note"));
        rest.setting("indices.breaker.request.limit", "19mb").ok();
        try {
            GroupsAnswer.ask(rest, "pages-charged", Map.of());
            Answer answer = GroupsAnswer.send(rest, "pages-charged", body).ok();
            assertEquals(1, answer.at("fields_left_out"));
            assertThat((String) answer.at("fields_failure"), containsString("Data too large"));
        } finally {
            rest.setting("indices.breaker.request.limit", null).ok();
        }
        GroupsAnswer.ask(rest, "pages-charged", body);
    }

    @Test
    public void aPageIsNoLongerThanABrowserOpens() throws IOException {
        String path = "/pages-0/_near_duplicate/compare";
        String text = TEXT + "\u20AC".repeat(MAX_PAGE / 6);
        Map<String, ?> body = Map.of("a", text, "b", text);
        rest.post(path + "?format=html", TestIndex.withField(body)).refused(400,
                "[format] [html] shows at most [" + MAX_PAGE + "] bytes of an answer");
        Answer json = rest.post(path, withTexts(body)).ok();
        assertEquals(List.of(text), json.at("a", "texts"));
    }
}
