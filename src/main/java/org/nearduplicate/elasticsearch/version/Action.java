package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.TransportAction;

/**
 * An action, and what runs it.
 *
 * @param <Q> its requests
 * @param <R> its answers
 * @param type names it
 * @param transport runs it
 */
public record Action<Q extends ActionRequest, R extends ActionResponse>(
        ActionType<R> type, Class<? extends TransportAction<Q, R>> transport) {}
