package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.action.support.nodes.BaseNodesRequest;

/** A request to all nodes. */
public abstract class NodesRequest<R extends NodesRequest<R>> extends BaseNodesRequest<R> {

    protected NodesRequest() {
        super(new String[0]);
    }
}
