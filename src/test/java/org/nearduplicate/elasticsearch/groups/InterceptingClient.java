package org.nearduplicate.elasticsearch.groups;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;

/** Remembers the requests that go through it, and lets a test do something about one. */
class InterceptingClient extends FilterClient {

    private final List<ActionRequest> requests = new ArrayList<>();

    InterceptingClient(Client in) {
        super(in);
    }

    /**
     * Called before a request is made.
     *
     * @return whether it is to be made; else the listener is told something, or never anything
     */
    boolean intercept(ActionRequest request, ActionListener<?> listener) {
        return true;
    }

    /** Returns the requests of a type, in their order. */
    <T extends ActionRequest> List<T> requests(Class<T> type) {
        return requests.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    protected <Q extends ActionRequest, A extends ActionResponse> void doExecute(
            ActionType<A> action, Q request, ActionListener<A> listener) {
        requests.add(request);
        if (intercept(request, listener)) {
            super.doExecute(action, request, listener);
        }
    }
}
