package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.core.TimeValue;

/** Makes requests to change aliases. */
public final class AliasRequests {

    private AliasRequests() {}

    /**
     * Makes a request that waits for all nodes to know of the change.
     *
     * @param timeout how long the state of the cluster and the nodes are waited for at most
     * @return the request, to change nothing yet
     */
    public static IndicesAliasesRequest of(TimeValue timeout) {
        return new IndicesAliasesRequest(timeout, timeout);
    }
}
