package org.nearduplicate.elasticsearch.request;

import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.rest.RestStatus;

/** What is wrong with a request that searches for its answer. */
public final class WrongRequest {

    private WrongRequest() {}

    /**
     * Returns what a user is told of a failure. What is wrong with a request is so for every shard, and is
     * told by the first of them; that all of them failed says nothing.
     *
     * @param failure the failure of a search, or any other
     * @return what the shards refused, if they did; else the failure
     */
    public static Exception reason(Exception failure) {
        return failure instanceof SearchPhaseExecutionException search
                && search.status() == RestStatus.BAD_REQUEST
                && search.shardFailures().length > 0
                && ExceptionsHelper.unwrapCause(
                        search.shardFailures()[0].getCause()) instanceof Exception refusal
                                ? refusal
                                : failure;
    }
}
