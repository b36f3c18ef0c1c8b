package org.nearduplicate.elasticsearch.request;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** The task of a run: shows how far it is, and can be cancelled. */
public final class ProgressTask<S extends Task.Status> extends CancellableTask {

    private final SubscribableListener<Void> accepted = new SubscribableListener<>();
    private volatile S status;

    /** @param start how far a run is that has not begun */
    public ProgressTask(
            long id,
            String type,
            String action,
            String description,
            TaskId parent,
            Map<String, String> headers,
            S start) {
        super(id, type, action, description, parent, headers);
        this.status = start;
    }

    @Override
    public S getStatus() {
        return status;
    }

    /**
     * Returns what is completed when the run gets a thread or a place in their queue, and fails if it gets
     * neither; only the first completion counts.
     */
    SubscribableListener<Void> accepted() {
        return accepted;
    }

    /**
     * Moves on; only the thread of the run does.
     *
     * @param next gives how far it is now, from how far it was
     */
    public void progress(UnaryOperator<S> next) {
        status = next.apply(status);
    }
}
