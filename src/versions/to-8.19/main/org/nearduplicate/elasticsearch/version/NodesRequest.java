package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.action.support.nodes.BaseNodesRequest;

/**
 * A request to all nodes.
 *
 * @param <R> its own class
 */
public abstract class NodesRequest<R extends NodesRequest<R>> extends BaseNodesRequest<R> {

    /** Creates a request. */
    protected NodesRequest() {
        super(new String[0]);
    }
}
