package org.nearduplicate.elasticsearch.request;

import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.rest.FakeRestRequest;

/** How many threads runs get, and how many of them wait; the rest is in {@code RunsTests}. */
public class RunActionTests extends ESTestCase {

    public void testFewThreadsAndAShortQueue() {
        Map.of(1, 2, 2, 2, 3, 2, 5, 2, 6, 3, 8, 4, 11, 5, 64, 5).forEach(
                (processors, threads) -> assertThat(
                        "" + processors, RunAction.threads(processors), equalTo(threads)));
        assertThat(
                values(Settings.EMPTY),
                contains(RunAction.threads(EsExecutors.allocatedProcessors(Settings.EMPTY)), 10));
    }

    public void testSettings() {
        Settings settings = Settings.builder()
                .put("thread_pool.near_duplicate.size", 7)
                .put("thread_pool.near_duplicate.queue_size", 0)
                .build();
        assertThat(values(settings), contains(7, 0));
        Settings none = Settings.builder().put("thread_pool.near_duplicate.size", 0).build();
        Exception refused =
                expectThrows(IllegalArgumentException.class, () -> values(none));
        assertThat(
                refused.getMessage(),
                equalTo(
                        "Failed to parse value [0] for setting [thread_pool.near_duplicate.size]"
                                + " must be >= 1"));
    }

    /** Data streams, aliases and patterns are resolved as for a search. */
    public void testIndicesAreThoseOfASearch() {
        SearchRequest search = new SearchRequest("news", "feed-*");
        LocalRequest<String> request = LocalRequest.of(
                new FakeRestRequest.Builder(xContentRegistry())
                        .withParams(new HashMap<>(Map.of("index", "news,feed-*")))
                        .build(),
                "parameters", "groups", null, false);
        assertThat(request.indices(), equalTo(search.indices()));
        assertThat(request.indicesOptions(), equalTo(search.indicesOptions()));
        assertThat(request.includeDataStreams(), equalTo(search.includeDataStreams()));
    }

    private static List<?> values(Settings settings) {
        return RunAction.builder(settings).getRegisteredSettings().stream()
                .map((Setting<?> setting) -> setting.get(settings))
                .toList();
    }
}
