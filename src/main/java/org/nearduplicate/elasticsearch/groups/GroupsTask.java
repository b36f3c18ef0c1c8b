package org.nearduplicate.elasticsearch.groups;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;

/** The task of a run: shows how far it is, and can be cancelled. */
final class GroupsTask extends CancellableTask {

    private volatile GroupsStatus status = GroupsStatus.START;

    GroupsTask(
            long id,
            String type,
            String action,
            String description,
            TaskId parent,
            Map<String, String> headers) {
        super(id, type, action, description, parent, headers);
    }

    @Override
    public GroupsStatus getStatus() {
        return status;
    }

    /** Moves on; only the thread of the run does. */
    void progress(UnaryOperator<GroupsStatus> next) {
        status = next.apply(status);
    }
}
