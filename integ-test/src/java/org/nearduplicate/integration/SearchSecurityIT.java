package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.nearduplicate.server.SharedSecuredServer.as;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedSecuredServer;

/** The query finds what its caller may read, and says of nothing else that it exists. */
public class SearchSecurityIT {

    private static final String BODY = "body";
    private static final String NEAR = "body.near";
    private static final String TEXT = Texts.window("a", 0, 60);

    private static final Map<String, ?> ALL =
            Map.of("standard", Map.of("query", Map.of("match_all", Map.of())));

    private static RestCalls admin;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        admin = SharedSecuredServer.emptied();
        Map<String, ?> red = Roles.documents(Map.of("term", Map.of("colour", "red")));
        SharedSecuredServer.users(
                Map.of(
                        "reader", Roles.reader("news*", Map.of()),
                        "alias", Roles.reader("red-news", Map.of()),
                        "red", Roles.reader("news", red),
                        "all-fields", Roles.reader("news", Roles.fields("*")),
                        "no-body", Roles.reader("news", Roles.fields("colour")),
                        "near-only", Roles.reader("news", Roles.fields(NEAR, NEAR + "._shingles")),
                        "near-alone", Roles.reader("news", Roles.fields(NEAR)),
                        "prints-only",
                        Roles.reader(
                                "news", Roles.fields(NEAR + "._prints", NEAR + "._shingles", BODY)),
                        "unindexed", Roles.reader("unindexed", Roles.fields(NEAR)),
                        "no-shingles", Roles.reader("news", Roles.fields(BODY, NEAR, "colour"))));
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (int i = 0; i < 12; i++) {
            sources.put(
                    "n" + i,
                    Map.of(
                            "colour", i % 3 == 0 ? "red" : "blue", BODY,
                            Texts.window("a", i, 60)));
        }
        for (int i = 12; i < 20; i++) {
            sources.put("n" + i, Map.of("colour", "red", BODY, Texts.window("b" + i, 0, 60)));
        }
        create("news").putSources(sources, "");
        create("secret").putSources(sources, "");
        createUnindexed(sources);
        admin.call("PUT", "/news/_alias/red-news", """
                { "filter": { "term": { "colour": "red" } } }""").ok();
    }

    private static TestIndex create(String name) throws IOException {
        Map<String, ?> text =
                TestIndex.textWithNear(Map.of("similarity", 0.5, "exact", true, "passages", 2));
        return TestIndex.createWith(
                admin, name, TestIndex.settings(1),
                Map.of("colour", Map.of("type", "keyword"), BODY, text));
    }

    /** No field of it but the one for near duplicates is one of Lucene. */
    private static void createUnindexed(Map<String, Map<String, ?>> sources) throws IOException {
        Map<String, Object> text =
                new LinkedHashMap<>(TestIndex.textWithNear(Map.of("similarity", 0.5)));
        text.put("index", false);
        Map<String, Map<String, ?>> texts = new LinkedHashMap<>();
        sources.forEach((id, source) -> texts.put(id, Map.of(BODY, source.get(BODY))));
        TestIndex.createWith(admin, "unindexed", TestIndex.settings(1), Map.of(BODY, text))
                .putSources(texts, "");
    }

    @Test
    public void theRightToReadIsEnough() throws IOException {
        Map<String, Float> expected = TestIndex.scores(search(admin, "news", like(TEXT)));
        assertThat(expected.size(), greaterThan(8));
        for (String target : List.of("news", "news*", "news,news*", "*")) {
            Answer answer = search(as("reader"), target, like(TEXT));
            assertEquals(target, expected, TestIndex.scores(answer));
            answer = search(as("reader"), target, like(stored("news", "n0")));
            assertFalse(TestIndex.scores(answer).containsKey("n0"));
            assertEquals(expected.size() - 1, TestIndex.scores(answer).size());
        }
    }

    @Test
    public void anAliasShowsWhatItsFilterLeaves() throws IOException {
        Set<String> red = Set.of("n0", "n3", "n6", "n9");
        for (String target : List.of("red-news", "red*")) {
            assertEquals(
                    red,
                    TestIndex.scores(search(as("alias"), target, like(TEXT))).keySet());
        }
        assertEquals(403, search(as("alias"), "news", like(TEXT)).status());
        assertEquals(
                Set.of("n3", "n6", "n9"),
                TestIndex.scores(
                        search(as("alias"), "red-news", like(stored("red-news", "n0"))))
                        .keySet());
        assertEquals(
                seen(search(as("alias"), "red-news", like(stored("red-news", "n99")))),
                seen(search(as("alias"), "red-news", like(stored("red-news", "n1")))));
        assertEquals(
                Set.of("n3", "n6", "n9"),
                TestIndex.scores(
                        search(as("alias"), "red-news", like(Map.of("_id", "n0")))).keySet());
        assertEquals(
                seen(search(as("alias"), "red*", like(Map.of("_id", "n99")))),
                seen(search(as("alias"), "red*", like(Map.of("_id", "n1")))));
    }

    /** The answers about a hidden document and about a missing one have the same status and message. */
    @Test
    public void aStoredDocumentThatMayNotBeReadIsAMissingOne() throws IOException {
        Answer missing = search(as("red"), "news", like(stored("news", "n99")));
        missing.refused(400, "[_id] [n99], which is missing");
        assertEquals(
                seen(missing), seen(search(as("red"), "news", like(stored("news", "n1")))));
        for (String index : List.of("secret", "secret*", "secret,news", "<secret>")) {
            assertEquals(
                    index,
                    seen(
                            search(
                                    as("red"), "news",
                                    like(stored(index.replace("secret", "nowhere"), "n1")))),
                    seen(search(as("red"), "news", like(stored(index, "n1")))));
        }
        assertEquals(
                403, search(as("red"), "news", like(stored("secret", "n1"))).status());
        for (String end : List.of("start", "end")) {
            assertEquals(seen(chain(end, "n99", "news")), seen(chain(end, "n1", "news")));
            assertEquals(
                    seen(chain(end, "n0", "nowhere")), seen(chain(end, "n0", "secret")));
        }
        for (String side : List.of("a", "b")) {
            Answer compared = compare("red", side, stored("news", "n1"));
            compared.refused(400, "[" + side + "] must be one stored document, got");
            assertEquals(seen(compare("red", side, stored("news", "n99"))), seen(compared));
            assertEquals(
                    seen(compare("red", side, stored("nowhere", "n0"))),
                    seen(compare("red", side, stored("secret", "n0"))));
        }
    }

    /** There are 12 near duplicates, of which 4 are red, and 8 other red documents. */
    @Test
    public void aBucketIsLimitedForWhatItsReaderSees() throws IOException {
        Map<String, ?> ofFour = Map.of("field", NEAR, "like", TEXT, "max_bucket_size", 4);
        Answer all = search(as("reader"), "news", ofFour);
        assertThat(all.ok().warnings().toString(), containsString("buckets of ["));
        Answer red = search(as("red"), "news", ofFour);
        assertEquals(List.of(), red.ok().warnings());
        assertEquals(Set.of("n0", "n3", "n6", "n9"), TestIndex.scores(red).keySet());
    }

    @Test
    public void cachedResultsShowNothingHidden() throws IOException {
        Map<String, ?> filter = Map.of(
                "query", Map.of("bool", Map.of("filter", Map.of("near_duplicate", like(TEXT)))));
        Answer seen = admin.post("/news/_search", filter).ok();
        for (int i = 0; i < 20; i++) {
            admin.post("/news/_search", filter).ok();
        }
        Answer stats = admin.call("GET", "/news/_stats/query_cache").ok();
        assertNotEquals(0, stats.at("_all", "total", "query_cache", "cache_count"));
        assertThat((Integer) seen.at("hits", "total", "value"), greaterThan(8));
        for (Map.Entry<String, Integer> total : Map.of("red", 4, "no-body", 0, "alias", 4)
                .entrySet()) {
            String target = total.getKey().equals("alias") ? "red-news" : "news";
            Answer answer = as(total.getKey()).post("/" + target + "/_search", filter).ok();
            assertEquals(total.getKey(), total.getValue(), answer.at("hits", "total", "value"));
        }
    }

    @Test
    public void aHiddenFieldMatchesNothing() throws IOException {
        Map<String, Float> expected = TestIndex.scores(search(admin, "news", like(TEXT)));
        for (String user : List.of("all-fields", "near-only", "no-shingles")) {
            assertEquals(user, expected, TestIndex.scores(search(as(user), "news", like(TEXT))));
        }
        assertEquals(Map.of(), TestIndex.scores(search(as("no-body"), "news", like(TEXT))));
        assertEquals(
                Map.of(), TestIndex.scores(
                        search(as("no-body"), "news", exact(like(TEXT)))));
        Answer low = search(
                as("no-body"), "news", Map.of("field", NEAR, "like", TEXT, "min_similarity", 0.1));
        assertEquals(Map.of(), TestIndex.scores(low));
        assertThat(low.warnings().toString(), containsString("bands of"));
        Answer exists = as("no-body").post("/news/_count",
                Map.of("query", Map.of("exists", Map.of("field", NEAR))));
        assertEquals(0, exists.ok().at("count"));
    }

    /** A caller who may compare texts, but may not read them, sees nothing of them. */
    @Test
    public void whatIsHiddenIsNotHighlighted() throws IOException {
        String body = Json.of(
                Map.of(
                        "size", 100,
                        "query", Map.of("near_duplicate", like(TEXT)),
                        "highlight",
                        Map.of(
                                "type", "near_duplicate",
                                "fields", Map.of(BODY, Map.of(), NEAR, Map.of()))));
        for (String user : List.of("all-fields", "no-shingles")) {
            String marked = as(user).call("POST", "/news/_search", body).ok().text();
            assertThat(user, marked, containsString("<em>"));
        }
        for (String user : List.of("near-only", "near-alone")) {
            String unmarked = as(user).call("POST", "/news/_search", body).ok().text();
            assertThat(user, unmarked, containsString("\"_id\":\"n0\""));
            assertThat(user, unmarked, not(containsString("highlight")));
        }
    }

    /** There are 12 near duplicates; who may not see the field sees documents without any. */
    @Test
    public void whatIsHiddenIsNotCollapsed() throws IOException {
        for (String user : List.of("all-fields", "near-only", "no-shingles", "near-alone")) {
            assertEquals(user, List.of(11), collapsed(as(user), "news"));
        }
        assertEquals(List.of(), collapsed(as("no-body"), "news"));
        assertEquals(List.of(3), collapsed(as("red"), "news"));
        assertEquals(List.of(3), collapsed(admin, "red-news"));
        collapse(as("red"), "secret").refused(403);
    }

    /** Elasticsearch searches a point in time with the rights on indices, so this is so of any such retriever. */
    @Test
    public void aRetrieverInAPointInTimeNeedsTheRightToReadTheIndex() throws IOException {
        String rescorer = Json.of(
                Map.of(
                        "retriever",
                        Map.of(
                                "rescorer",
                                Map.of(
                                        "retriever", ALL,
                                        "rescore",
                                        Map.of(
                                                "window_size", 10,
                                                "query",
                                                Map.of(
                                                        "rescore_query",
                                                        Map.of("match_all", Map.of())))))));
        for (Answer refused : List.of(
                collapse(as("alias"), "red-news"),
                as("alias").call("POST", "/red-news/_search", rescorer))) {
            refused.refused(403);
        }
    }

    /** Returns how many near duplicates hits stand for, of those that stand for any. */
    private static List<Object> collapsed(RestCalls rest, String target) throws IOException {
        Answer answer = collapse(rest, target).ok();
        List<?> hits = (List<?>) answer.at("hits", "hits");
        List<Object> totals = new ArrayList<>();
        for (int i = 0; i < hits.size(); i++) {
            if (((Map<?, ?>) hits.get(i)).containsKey("inner_hits")) {
                totals.add(
                        answer.at(
                                "hits", "hits", i, "inner_hits", "near_duplicates", "hits",
                                "total", "value"));
            }
        }
        return totals;
    }

    private static Answer collapse(RestCalls rest, String target) throws IOException {
        return rest.post("/" + target + "/_search?size=50", Map.of("retriever",
                Map.of("near_duplicate_collapse", Map.of("retriever", ALL, "field", NEAR))));
    }

    /** The right to read the text is enough for its similarity, and so is the right to read its shingles. */
    @Test
    public void exactSimilaritiesNeedTheShinglesOrTheText() throws IOException {
        Map<String, Float> expected = TestIndex.scores(
                search(admin, "news", exact(like(TEXT))));
        for (String user : List.of("all-fields", "near-only", "no-shingles")) {
            assertEquals(
                    user, expected,
                    TestIndex.scores(search(as(user), "news", exact(like(TEXT)))));
        }
        search(as("near-alone"), "news", exact(like(TEXT))).refused(400,
                "[_source] does not give back what [body.near] was indexed from");
    }

    /** A caller who may read the field and not its sampled shingles gets an error. Hidden documents are never found. */
    @Test
    public void containmentNeedsSampledShingles() throws IOException {
        for (String of : List.of("like", "document")) {
            Map<String, Object> share = new LinkedHashMap<>(like(TEXT));
            share.put("share_of", of);
            Map<String, Float> expected = TestIndex.scores(search(admin, "news", share));
            assertThat(expected.size(), greaterThan(8));
            assertEquals(expected, TestIndex.scores(search(as("all-fields"), "news", share)));
            assertEquals(Map.of(), TestIndex.scores(search(as("no-body"), "news", share)));
            for (String verify : List.of("signature", "exact")) {
                Map<String, Object> verified = new LinkedHashMap<>(share);
                verified.put("verify", verify);
                assertThat(
                        TestIndex.scores(search(admin, "news", verified)).size(), greaterThan(0));
                assertEquals(
                        Map.of(), TestIndex.scores(search(as("prints-only"), "news", verified)));
            }
            for (String user : List.of("near-only", "near-alone", "no-shingles")) {
                search(as(user), "news", share).refused(400,
                        "[share_of] [" + of
                                + "] needs the sampled shingles in [body.near._prints], which"
                                + " field-level security hides");
            }
            expected.keySet().retainAll(Set.of("n0", "n3", "n6", "n9"));
            assertEquals(expected, TestIndex.scores(search(as("red"), "news", share)));
            assertEquals(expected, TestIndex.scores(search(as("alias"), "red-news", share)));
            assertEquals(403, search(as("alias"), "news", share).status());
        }
    }

    /** Lucene knows nothing of a text that is not indexed, so it does not miss it either. */
    @Test
    public void whoseTextIsHiddenIsAnsweredByEstimates() throws IOException {
        assertAnsweredByEstimates("near-alone", "news");
        assertAnsweredByEstimates("unindexed", "unindexed");
        for (String user : List.of("all-fields", "near-only", "no-shingles")) {
            Answer exact = search(as(user), "news", like(TEXT));
            assertEquals(user, List.of(), exact.warnings());
            assertEquals(
                    user, TestIndex.scores(search(as(user), "news", exact(like(TEXT)))),
                    TestIndex.scores(exact));
        }
    }

    private static void assertAnsweredByEstimates(String user, String index) throws IOException {
        Map<String, ?> query = Map.of("field", NEAR, "like", TEXT, "verify", "signature");
        Answer answer = search(as(user), index, like(TEXT));
        assertEquals(
                TestIndex.scores(search(as(user), index, query)), TestIndex.scores(answer));
        assertThat(
                answer.warnings().toString(),
                containsString("[verify] [signature] is used for [body.near]"));
        assertThat(
                answer.warnings().toString(),
                containsString("or field-level security hides them"));
    }

    /** The text is read, not the signature: so it is the text that has to be granted. */
    @Test
    public void aStoredDocumentIsReadByItsText() throws IOException {
        search(as("near-only"), "news", like(stored("news", "n0"))).refused(400,
                "leaves it out, or field-level security hides it");
        assertEquals(
                Map.of(),
                TestIndex.scores(search(as("no-body"), "news", like(stored("news", "n0")))));
    }

    /** Who may read the text may compare it, by whatever name they know it; a text that is hidden is none. */
    @Test
    public void whatIsHiddenIsNotCompared() throws IOException {
        for (String user : List.of("reader", "red", "all-fields", "no-shingles")) {
            Answer answer = compare(user, "a", stored("news", "n3"));
            assertEquals(user, 1, answer.ok().at("counts", "passages"));
        }
        Answer refused = compare("near-only", "a", stored("news", "n0"));
        refused.refused(400, "leaves it out, or field-level security hides it");
        refused = compare("no-body", "a", stored("news", "n0"));
        refused.refused(400, "[a] must have words for [body.near], got none");
    }

    private static Answer compare(String user, String side, Object document) throws IOException {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("a", TEXT, "b", TEXT));
        body.put("field", NEAR);
        body.put(side, document);
        return as(user).post("/news/_near_duplicate/compare", body);
    }

    /** Band terms and signatures are for the query alone: not even a superuser is shown them. */
    @Test
    public void noOtherCallShowsWhatTheFieldHolds() throws IOException {
        for (RestCalls rest : List.of(admin, as("red"), as("near-only"))) {
            for (String field : List.of(NEAR, NEAR + "._shingles", NEAR + "._prints")) {
                Answer vectors =
                        rest.post("/news/_termvectors/n0", Map.of("fields", List.of(field)));
                assertEquals(Map.of(), vectors.ok().at("term_vectors"));
                Answer terms = rest.post("/news/_terms_enum", Map.of("field", field));
                assertEquals(List.of(), terms.ok().at("terms"));
            }
            for (Map<String, ?> body : List.<Map<String, ?>>of(
                    Map.of("aggs", Map.of("a", Map.of("terms", Map.of("field", NEAR)))),
                    Map.of("docvalue_fields", List.of(NEAR)),
                    Map.of(
                            "ext",
                            Map.of("near_duplicate_window", Map.of("field", NEAR, "sets", true))),
                    Map.of("sort", NEAR),
                    Map.of("query", Map.of("term", Map.of(NEAR, "x"))),
                    Map.of("query", Map.of("prefix", Map.of(NEAR, "x"))))) {
                Answer refused = rest.post("/news/_search", body);
                assertEquals(body + refused.text(), 400, refused.status());
            }
            for (String field : List.of(NEAR + "._shingles", NEAR + "._prints")) {
                assertUnknown(rest, field);
            }
        }
    }

    /** To Elasticsearch there is no such field: nothing is shown, found, counted or ordered by it. */
    private static void assertUnknown(RestCalls rest, String field) throws IOException {
        Answer values = rest.post("/news/_search",
                Map.of("docvalue_fields", List.of(field), "fields", List.of(field)));
        assertFalse(values.ok().text().contains("\"fields\""));
        for (Map<String, ?> query : List.<Map<String, ?>>of(
                Map.of("exists", Map.of("field", field)), Map.of("term", Map.of(field, 1)),
                Map.of("range", Map.of(field, Map.of("gte", 0))))) {
            Answer found = rest.post("/news/_search", Map.of("query", query));
            assertEquals(query.toString(), 0, found.ok().at("hits", "total", "value"));
        }
        Answer counted = rest.post("/news/_search",
                Map.of("aggs", Map.of("a", Map.of("sum", Map.of("field", field)))));
        assertEquals(0.0, counted.ok().at("aggregations", "a", "value"));
        rest.post("/news/_search", Map.of("sort", field)).refused(400);
    }

    /** A profile would show the work that hidden documents cause. */
    @Test
    public void noProfileWhereDocumentsAreHidden() throws IOException {
        String body = Json.of(
                Map.of("profile", true, "query", Map.of("near_duplicate", like(TEXT))));
        admin.call("POST", "/news/_search", body).ok().at("profile");
        as("red").call("POST", "/news/_search", body).refused(400, "cannot be profiled");
    }

    private static Answer chain(String end, String id, String index) throws IOException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("field", NEAR);
        body.put("start", Chains.end("n0"));
        body.put("end", Chains.end("n3"));
        body.put(end, stored(index, id));
        return Chains.chain(as("red"), "news", body);
    }

    private static Map<String, ?> like(Object like) {
        return Map.of("field", NEAR, "like", like);
    }

    private static Map<String, ?> exact(Map<String, ?> query) {
        Map<String, Object> exact = new LinkedHashMap<>(query);
        exact.put("verify", "exact");
        return exact;
    }

    private static Map<String, ?> stored(String index, String id) {
        return Map.of("_index", index, "_id", id);
    }

    private static Answer search(RestCalls rest, String target, Map<String, ?> query)
            throws IOException {
        return rest.post("/" + target + "/_search?size=100",
                Map.of("query", Map.of("near_duplicate", query)));
    }

    /** Status and message, without the names that were asked for. */
    private static String seen(Answer answer) {
        return answer.status() + answer.text()
                .replaceAll("n[0-9]+", "id")
                .replaceAll("secret|nowhere", "index");
    }
}
