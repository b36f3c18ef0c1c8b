package org.nearduplicate.elasticsearch.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;

/** Remembers the requests that go through it, and lets a test do something about one. */
final class InterceptingClient extends FilterClient {

    private final List<ActionRequest> requests = new ArrayList<>();

    private final BiPredicate<ActionRequest, ActionListener<?>> intercept;

    InterceptingClient(Client in) {
        this(in, (request, listener) -> true);
    }

    /**
     * @param intercept returns whether a request is to be made; if not, it answers to the listener, or never does
     */
    InterceptingClient(Client in, BiPredicate<ActionRequest, ActionListener<?>> intercept) {
        super(in);
        this.intercept = intercept;
    }

    /** Returns the requests of a type, in their order. */
    <T extends ActionRequest> List<T> requests(Class<T> type) {
        return requests.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    protected <Q extends ActionRequest, A extends ActionResponse> void doExecute(
            ActionType<A> action, Q request, ActionListener<A> listener) {
        requests.add(request);
        if (intercept.test(request, listener)) {
            super.doExecute(action, request, listener);
        }
    }
}
