package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.TransportAction;

/** An action, and the class that runs it. */
public record Action<Q extends ActionRequest, R extends ActionResponse>(
        ActionType<R> type, Class<? extends TransportAction<Q, R>> transport) {}
