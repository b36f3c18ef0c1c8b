package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.action.admin.indices.get.GetIndexRequest;
import org.elasticsearch.action.bulk.Retry;
import org.elasticsearch.common.BackoffPolicy;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.threadpool.ThreadPool;

/** Makes requests. */
public final class Requests {

    private Requests() {}

    /**
     * Makes a request for what is known of an index.
     *
     * @param masterTimeout how long the state of the cluster is waited for at most
     * @return the request, for no index yet
     */
    public static GetIndexRequest getIndex(TimeValue masterTimeout) {
        return new GetIndexRequest(masterTimeout);
    }

    /**
     * Makes what sends bulk requests again while their items are rejected, about half as much later each time.
     *
     * @param first the first delay
     * @param attempts how often a request is sent again
     * @param threadPool waits
     * @return what sends them
     */
    public static Retry retry(TimeValue first, int attempts, ThreadPool threadPool) {
        return new Retry(BackoffPolicy.exponentialBackoff(first, attempts), threadPool);
    }
}
