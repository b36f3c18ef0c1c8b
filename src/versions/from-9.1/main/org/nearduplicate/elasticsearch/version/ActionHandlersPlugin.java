package org.nearduplicate.elasticsearch.version;

import java.util.Collection;
import java.util.List;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;

/** A plugin that registers actions. */
public abstract class ActionHandlersPlugin extends Plugin implements ActionPlugin {

    /** Returns the actions. */
    protected abstract List<Action<?, ?>> actions();

    @Override
    public final Collection<ActionHandler> getActions() {
        return actions().stream()
                .map(action -> new ActionHandler(action.type(), action.transport()))
                .toList();
    }
}
