package org.nearduplicate.elasticsearch.version;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;

/** A plugin that registers actions. */
public abstract class ActionHandlersPlugin extends Plugin implements ActionPlugin {

    /** Returns the actions. */
    protected abstract List<Action<?, ?>> actions();

    @Override
    public final Collection<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> getActions() {
        List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> handlers =
                new ArrayList<>();
        actions().forEach(action -> handlers.add(handler(action)));
        return handlers;
    }

    private static <Q extends ActionRequest, R extends ActionResponse> ActionHandler<Q, R> handler(
            Action<Q, R> action) {
        return new ActionHandler<>(action.type(), action.transport());
    }
}
