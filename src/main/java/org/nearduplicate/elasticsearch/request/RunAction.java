package org.nearduplicate.elasticsearch.request;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.tasks.Task;

/**
 * Answers each request by a run, which has a thread of its own.
 *
 * @param <P> what requests ask for
 * @param <S> how far a run is
 * @param <R> the answer
 */
public abstract class RunAction<P, S extends Task.Status, R extends LocalResponse>
        extends LocalAction<P, R> {

    private final Class<S> status;
    private final RunExecutor runs;

    /**
     * Creates an action.
     *
     * @param name its name
     * @param status the class of how far a run is
     * @param node what it uses
     */
    protected RunAction(String name, Class<S> status, NodeServices node) {
        super(name, node);
        this.status = status;
        this.runs = new RunExecutor(
                node.threadPool(), node.transport().getTaskManager(), node.breaker());
    }

    @Override
    protected void doExecute(Task task, LocalRequest<P> request, ActionListener<R> listener) {
        ProgressTask<S> run = ProgressTask.of(task, status);
        runs.start(run, request, listener, () -> run(run, request));
    }

    /**
     * Runs.
     *
     * @param task the task of the run
     * @param request what is asked for
     * @return the answer
     * @throws Exception why there is none
     */
    protected abstract R run(ProgressTask<S> task, LocalRequest<P> request) throws Exception;
}
