package org.nearduplicate.elasticsearch.request;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.tasks.Task;

/** Answers each request by a run, which has a thread of its own. */
public abstract class RunAction<P, S extends Task.Status, R extends LocalResponse>
        extends LocalAction<P, R> {

    private final RunExecutor runs;

    /** Creates an action. */
    protected RunAction(String name, NodeServices node) {
        super(name, node);
        this.runs = new RunExecutor(
                node.threadPool(), node.transport().getTaskManager(), node.breaker());
    }

    @Override
    @SuppressWarnings("unchecked")
    protected void doExecute(Task task, LocalRequest<P> request, ActionListener<R> listener) {
        ProgressTask<S> run = (ProgressTask<S>) task;
        runs.start(run, request, listener, () -> run(run, request));
    }

    /** Returns the answer to a request, or throws why there is none. */
    protected abstract R run(ProgressTask<S> task, LocalRequest<P> request) throws Exception;
}
