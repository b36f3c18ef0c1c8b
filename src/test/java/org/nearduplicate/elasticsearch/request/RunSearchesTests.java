package org.nearduplicate.elasticsearch.request;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.sameInstance;

import java.util.List;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.transport.RemoteTransportException;

/** The refusal of a shard is reported instead of that all of them failed, and nothing else is. */
public class RunSearchesTests extends ESTestCase {

    public void testRefusal() {
        Exception refusal = new IllegalArgumentException("[field] must be another");
        assertThat(
                RunSearches.reason(allFailed(new RemoteTransportException("node", refusal))),
                sameInstance(refusal));
        assertThat(RunSearches.reason(allFailed(refusal)), sameInstance(refusal));
    }

    public void testOtherFailures() {
        for (Exception failure : List.of(
                new IllegalArgumentException("wrong"),
                new SearchPhaseExecutionException("query", "none", ShardSearchFailure.EMPTY_ARRAY),
                allFailed(new IllegalStateException("broken")),
                allFailed(
                        new ElasticsearchStatusException("busy", RestStatus.TOO_MANY_REQUESTS)))) {
            assertThat(RunSearches.reason(failure), sameInstance(failure));
        }
    }

    private static SearchPhaseExecutionException allFailed(Exception cause) {
        SearchPhaseExecutionException failure = new SearchPhaseExecutionException(
                "query", "all shards failed",
                new ShardSearchFailure[] {new ShardSearchFailure(cause)});
        assertThat(failure.getMessage(), equalTo("all shards failed"));
        return failure;
    }
}
