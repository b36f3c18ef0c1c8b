package org.nearduplicate.elasticsearch.groups;

import java.util.List;
import java.util.Map;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.groups.Group;
import org.nearduplicate.groups.Groups;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Writes all groups of a run, and the pairs if asked for, to the destination that the request names.
 * Belongs to the thread of the run.
 */
final class GroupsWriter {

    private static final int GROUPS_AT_A_TIME = 256;

    private final GroupsParameters parameters;
    private final GroupsDestination destination;
    private final ProgressTask<GroupsStatus> task;
    private final JobMonitor monitor;
    private final String run;
    private long written;

    private GroupsWriter(
            GroupsParameters parameters,
            GroupsDestination destination,
            ProgressTask<GroupsStatus> task,
            JobMonitor monitor,
            String run) {
        this.parameters = parameters;
        this.destination = destination;
        this.task = task;
        this.monitor = monitor;
        this.run = run;
    }

    /**
     * Starts a run in the destination, before any work is done for one that cannot be written. The
     * destination tells the task, so that a run that goes on can be told from one whose node died.
     *
     * @param client writes with the rights of the caller, as a child of the task
     * @param minSimilarity the similarity that pairs reach, or null if no index says which
     * @throws IllegalArgumentException if the destination is anything but one of groups
     */
    static GroupsWriter open(
            ParentTaskAssigningClient client,
            GroupsParameters parameters,
            Double minSimilarity,
            ProgressTask<GroupsStatus> task,
            JobMonitor monitor) {
        String run = UUIDs.randomBase64UUID();
        Map<String, Object> request = parameters.toMap(minSimilarity);
        request.put("task", client.getParentTask().toString());
        GroupsDestination destination = GroupsDestination.open(
                client, parameters.dest(), run, request, monitor);
        return new GroupsWriter(parameters, destination, task, monitor, run);
    }

    /** Writes everything, which then replaces what an earlier run wrote. */
    void write(Groups groups) {
        for (int from = 0; from < groups.size(); from += GROUPS_AT_A_TIME) {
            int to = Math.min(from + GROUPS_AT_A_TIME, groups.size());
            List<Group> described = groups.describe(from, to, Integer.MAX_VALUE);
            destination.writeGroups(from + 1, described);
            groups.forget(described);
            progress(to - from);
        }
        if (parameters.pairs()) {
            groups.forEachPair(parameters.maxPairs(), pair -> {
                destination.writePair(pair);
                progress(1);
            });
        }
        destination.complete(groups.counts());
    }

    /** Tells in the destination that the run ended before its groups were all there. */
    void abandon(RuntimeException failure) {
        destination.abandon(
                failure instanceof TaskCancelledException ? RunState.CANCELLED : RunState.FAILED,
                failure.getMessage());
    }

    /** Returns where everything was written to. */
    GroupsResponse.Written written() {
        return new GroupsResponse.Written(parameters.dest(), run);
    }

    private void progress(int count) {
        monitor.checkCancelled();
        written += count;
        long total = written;
        task.progress(status -> status.written(total));
    }
}
