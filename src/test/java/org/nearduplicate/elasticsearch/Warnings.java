package org.nearduplicate.elasticsearch;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequestBuilder;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.Client;

/** The warnings that come with answers. */
public final class Warnings {

    private Warnings() {}

    /** Returns the warnings of an answer, as they stand in its header. */
    public static <R extends ActionResponse> String of(
            Client client, ActionRequestBuilder<?, R> request) {
        PlainActionFuture<List<String>> warnings = new PlainActionFuture<>();
        request.execute(
                ActionListener.wrap(
                        response -> warnings.onResponse(
                                client.threadPool()
                                        .getThreadContext()
                                        .getResponseHeaders()
                                        .getOrDefault("Warning", List.of())),
                        warnings::onFailure));
        return warnings.actionGet().toString();
    }
}
