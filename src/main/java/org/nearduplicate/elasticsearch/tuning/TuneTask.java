package org.nearduplicate.elasticsearch.tuning;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;

/** The task of a run: shows how far it is, and can be cancelled. */
final class TuneTask extends CancellableTask {

    private volatile TuneStatus status = TuneStatus.START;

    TuneTask(
            long id,
            String type,
            String action,
            String description,
            TaskId parent,
            Map<String, String> headers) {
        super(id, type, action, description, parent, headers);
    }

    @Override
    public TuneStatus getStatus() {
        return status;
    }

    /** Moves on; only the thread of the run does. */
    void progress(UnaryOperator<TuneStatus> next) {
        status = next.apply(status);
    }
}
