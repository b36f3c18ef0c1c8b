package org.nearduplicate.elasticsearch.collapse;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.Version;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.junit.Before;
import org.nearduplicate.elasticsearch.NearDuplicateSingleNodeTestCase;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;

/** What a collapsed search takes of its node, and what it leaves there. */
public class CollapseNodeTests extends NearDuplicateSingleNodeTestCase {

    private static final String LIMIT = "indices.breaker.request.limit";

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        List<Class<? extends Plugin>> plugins = new ArrayList<>(super.getPlugins());
        plugins.add(SearchesPlugin.class);
        return plugins;
    }

    @Before
    public void createIndex() {
        createArticles();
        SearchesPlugin.TASKS.clear();
    }

    /** Two are the same, one is near to both, the others are not. */
    public void testItsSearchesAreChildrenOfItsTask() {
        assertHits(collapse(""), ORIGINAL, RELATED, OTHER, EMPTY);
        assertChildren("its window, and its sets", 2);
    }

    public void testThoseOfACollapseInsideOfAnotherToo() {
        assertResponse(
                search(
                        "{\"retriever\": {\"near_duplicate_collapse\": {\"field\": \"body.near\","
                                + " \"verify\": \"signature\", \"min_similarity\": 0.2,"
                                + " \"retriever\": " + Collapses.retriever("") + "}}}"),
                response -> {
                    SearchHit first = response.getHits().getAt(0);
                    assertThat(first.getId(), equalTo(ORIGINAL));
                    assertThat(
                            first.getInnerHits().get("near_duplicates").getAt(0).getId(),
                            equalTo(RELATED));
                });
        assertChildren("two windows, and sets", 3);
    }

    public void testThoseInsideOfARescorerToo() {
        assumeFalse(
                "9.0 gives no access to what is inside of a retriever",
                Version.CURRENT.toString().startsWith("9.0."));
        assertHits(
                search(
                        "{\"retriever\": {\"rescorer\": {\"retriever\": " + Collapses.retriever("")
                                + ", \"rescore\": {\"window_size\": 100,"
                                + " \"query\": {\"rescore_query\": {\"match_all\": {}}}}}}}"),
                ORIGINAL, RELATED, OTHER, EMPTY);
        Task search = SearchesPlugin.TASKS.getFirst();
        long children = SearchesPlugin.TASKS.stream()
                .filter(task -> task.getParentTaskId().getId() == search.getId())
                .count();
        assertThat("the window and its sets", children, equalTo(2L));
    }

    private static void assertChildren(String what, int expected) {
        List<Task> searches = List.copyOf(SearchesPlugin.TASKS);
        assertThat(what, searches.size(), equalTo(1 + expected));
        for (Task child : searches.subList(1, searches.size())) {
            assertThat(child.getParentTaskId().getId(), equalTo(searches.getFirst().getId()));
        }
    }

    /** The scores are 1, 1/4, 1/5 and 1/6, as the child sorts by a field. */
    public void testMinScoreAndName() {
        assertResponse(collapse(", \"min_score\": 0.24, \"_name\": \"mine\""), response -> {
            SearchHit[] hits = response.getHits().getHits();
            assertThat(
                    Arrays.stream(hits).map(SearchHit::getId).toList(),
                    equalTo(List.of(ORIGINAL, RELATED)));
            assertThat(hits[0].getMatchedQueries(), equalTo(new String[] {"mine"}));
        });
    }

    /** Copies and what signatures exclude need no sets, and estimates none at all. */
    public void testSetsAreFetchedWhereTheyAreNeeded() {
        assertHits(collapse(", \"verify\": \"signature\""), ORIGINAL, RELATED, OTHER, EMPTY);
        assertThat(SearchesPlugin.TASKS.size(), equalTo(2));
        client().prepareDelete(INDEX, NEAR).get();
        client().admin().indices().prepareRefresh(INDEX).get();
        SearchesPlugin.TASKS.clear();
        assertHits(collapse(""), ORIGINAL, RELATED, OTHER, EMPTY);
        assertThat(SearchesPlugin.TASKS.size(), equalTo(2));
    }

    /** What nothing but the score orders keeps its scores, anything else gets 1, 1/2, 1/3, … */
    public void testScores() {
        String field = "{\"retriever\": {\"near_duplicate_collapse\": {\"field\": \"body.near\","
                + " \"retriever\": {\"standard\": {\"query\": {\"function_score\": {"
                + " \"field_value_factor\": {\"field\": \"rank\", \"missing\": 0}}} SORT }}}}}";
        assertScores(field.replace("SORT", ""), 5, 4, 3, 2);
        assertScores(field.replace("SORT", ", \"sort\": [\"_score\"]"), 5, 4, 3, 2);
        assertScores(
                field.replace("SORT", ", \"sort\": [\"_score\", \"rank\"]"), 1, 1F / 2, 1F / 3,
                1F / 4);
    }

    private void assertScores(String body, float... expected) {
        assertResponse(
                search(body),
                response -> {
                    SearchHit[] hits = response.getHits().getHits();
                    assertThat(hits.length, equalTo(expected.length));
                    for (int i = 0; i < hits.length; i++) {
                        assertEquals(expected[i], hits[i].getScore(), 0);
                    }
                });
    }

    public void testMemoryIsChargedAndGivenBack() throws Exception {
        nothingIsCharged();
        assertHits(collapse(""), ORIGINAL, RELATED, OTHER, EMPTY);
        nothingIsCharged();
        assertTooMuch("1mb", ", \"rank_window_size\": 10000");
        assertHits(collapse(""), ORIGINAL, RELATED, OTHER, EMPTY);
    }

    private void assertTooMuch(String limit, String options) throws Exception {
        limitRequests(limit);
        try {
            Exception refusal =
                    expectThrows(Exception.class, () -> collapse(options).get().decRef());
            assertThat(
                    refusal.toString(), ExceptionsHelper.status(refusal),
                    equalTo(RestStatus.TOO_MANY_REQUESTS));
        } finally {
            limitRequests(null);
        }
        nothingIsCharged();
    }

    /** A text of 100,000 words has a set of 600 kB. */
    public void testSetsAreCharged() throws Exception {
        String text = Texts.random(100_000);
        index(INDEX, "long", "body", text, "rank", 100);
        index(INDEX, "longer", "body", text + " and more", "rank", 101);
        assertTooMuch("500kb", "");
        assertHits(collapse(""), ORIGINAL, RELATED, OTHER, EMPTY, "long");
        nothingIsCharged();
    }

    public void testEmptyWindow() {
        assertHits(collapse(", \"filter\": {\"match_none\": {}}"));
    }

    private SearchRequestBuilder collapse(String options) {
        return search("{\"retriever\": " + Collapses.retriever(options) + "}");
    }

    private SearchRequestBuilder search(String body) {
        return Collapses.search(
                client(), getInstanceFromNode(NamedXContentRegistry.class), body, INDEX);
    }

    private static void assertHits(SearchRequestBuilder search, String... expected) {
        assertResponse(search, response -> assertThat(
                Arrays.stream(response.getHits().getHits()).map(SearchHit::getId).toList(),
                equalTo(List.of(expected))));
    }

    private void nothingIsCharged() throws Exception {
        Waits.untilNothingIsCharged(getInstanceFromNode(CircuitBreakerService.class));
    }

    private void limitRequests(String limit) {
        clusterAdmin().prepareUpdateSettings(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
                .setPersistentSettings(Settings.builder().put(LIMIT, limit))
                .get();
    }
}
