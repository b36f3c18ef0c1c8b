package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.action.admin.indices.get.GetIndexRequest;
import org.elasticsearch.action.bulk.Retry;
import org.elasticsearch.common.BackoffPolicy;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.threadpool.ThreadPool;

/** Makes requests. */
public final class Requests {

    private Requests() {}

    /** Makes a request for the metadata of indices that are still to be given. */
    public static GetIndexRequest getIndex(TimeValue masterTimeout) {
        return new GetIndexRequest(masterTimeout);
    }

    /**
     * Returns a sender of bulk requests that sends rejected items again, so many times, with delays that grow by about
     * half.
     */
    public static Retry retry(TimeValue first, int attempts, ThreadPool threadPool) {
        return new Retry(BackoffPolicy.exponentialBackoff(first, attempts), threadPool);
    }
}
