package org.nearduplicate.elasticsearch.collapse;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.Task;

/** Takes down the tasks of all searches. */
public final class SearchesPlugin extends Plugin implements ActionPlugin {

    static final List<Task> TASKS = new CopyOnWriteArrayList<>();

    @Override
    public Collection<MappedActionFilter> getMappedActionFilters() {
        return List.of(new MappedActionFilter() {
            @Override
            public String actionName() {
                return TransportSearchAction.NAME;
            }

            @Override
            public <Q extends ActionRequest, R extends ActionResponse> void apply(
                    Task task, String action, Q request, ActionListener<R> listener,
                    ActionFilterChain<Q, R> chain) {
                TASKS.add(task);
                chain.proceed(task, action, request, listener);
            }
        });
    }
}
