package org.nearduplicate.elasticsearch.request;

import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.util.concurrent.EsExecutors;

/** Answers requests over indices on the node that received them. */
public abstract class LocalAction<P, R extends ActionResponse>
        extends TransportAction<LocalRequest<P>, R> {

    /** What the action uses. */
    protected final NodeServices node;

    /** Creates an action that begins on the thread of the request. */
    protected LocalAction(String name, NodeServices node) {
        this(name, node, EsExecutors.DIRECT_EXECUTOR_SERVICE);
    }

    /** Creates an action. */
    protected LocalAction(String name, NodeServices node, Executor executor) {
        super(name, node.filters(), node.transport().getTaskManager(), executor);
        this.node = node;
    }
}
