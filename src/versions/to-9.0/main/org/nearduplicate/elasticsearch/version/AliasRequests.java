package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.core.TimeValue;

/** Makes requests to change aliases. */
public final class AliasRequests {

    private AliasRequests() {}

    /** Makes a request, still without changes, that waits for the master and for all nodes until the timeout. */
    public static IndicesAliasesRequest of(TimeValue timeout) {
        IndicesAliasesRequest request = new IndicesAliasesRequest();
        request.masterNodeTimeout(timeout);
        request.ackTimeout(timeout);
        return request;
    }
}
