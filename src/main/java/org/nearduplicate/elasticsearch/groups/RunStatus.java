package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.groups.GroupsCounts;
import org.nearduplicate.sketch.ChoiceParameter;

/**
 * What the status document of a destination says.
 *
 * @param run the run that wrote last
 * @param state how it stands
 * @param started when it started
 * @param finished when it ended, or null
 * @param reason why it was cancelled or failed, or null
 * @param request what was asked for, as JSON has it
 * @param counts what it saw, did and left out; null if it is not completed
 * @param previousRun the status of the last completed run before; empty if there is none, or if this
 *     one is completed
 */
record RunStatus(
        String run,
        RunState state,
        Instant started,
        Instant finished,
        String reason,
        Map<String, Object> request,
        GroupsCounts counts,
        Map<String, Object> previousRun) {

    RunStatus {
        Objects.requireNonNull(run);
        Objects.requireNonNull(state);
        Objects.requireNonNull(started);
        request = copy(request);
        previousRun = copy(previousRun);
    }

    /**
     * Returns the status of a run that starts.
     *
     * @param run its id
     * @param started when
     * @param request what is asked for
     * @param earlier the status document of the run before, empty if there is none
     */
    static RunStatus starting(
            String run, Instant started, Map<String, Object> request,
            Map<String, Object> earlier) {
        return new RunStatus(
                run, RunState.RUNNING, started, null, null, request, null, completed(earlier));
    }

    /** Returns the status of this run when it is completed. */
    RunStatus completed(Instant when, GroupsCounts total) {
        return new RunStatus(
                run, RunState.COMPLETED, started, when, null, request, total, Map.of());
    }

    /** Returns the status of this run when it ends in another way. */
    RunStatus ended(RunState how, Instant when, String why) {
        return new RunStatus(run, how, started, when, why, request, null, previousRun);
    }

    /** Writes the document. */
    XContentBuilder toDocument(XContentBuilder builder) throws IOException {
        builder.startObject();
        builder.field(DestinationMapping.KIND, DestinationMapping.KIND_RUN);
        builder.field(DestinationMapping.RUN, run);
        builder.field(DestinationMapping.STATUS, ChoiceParameter.nameOf(state));
        builder.field(DestinationMapping.STARTED, started.toString());
        if (finished != null) {
            builder.field(DestinationMapping.FINISHED, finished.toString());
        }
        if (reason != null) {
            builder.field(DestinationMapping.REASON, reason);
        }
        builder.field(DestinationMapping.REQUEST, request);
        if (counts != null) {
            builder.field(DestinationMapping.COUNTS);
            GroupsXContent.counts(builder, counts);
        }
        Object completedRun =
                state == RunState.COMPLETED ? run : previousRun.get(DestinationMapping.RUN);
        if (completedRun != null) {
            builder.field(DestinationMapping.COMPLETED_RUN, completedRun);
        }
        if (previousRun.isEmpty() == false) {
            builder.field(DestinationMapping.PREVIOUS_RUN, previousRun);
        }
        return builder.endObject();
    }

    /** Tells whether a status document is of this run, and in the same state. */
    boolean isSaidBy(Map<String, Object> document) {
        return run.equals(document.get(DestinationMapping.RUN))
                && ChoiceParameter.nameOf(state).equals(document.get(DestinationMapping.STATUS));
    }

    /** Returns what a status document tells about the last completed run; empty if there is none. */
    private static Map<String, Object> completed(Map<String, Object> document) {
        if (ChoiceParameter.nameOf(RunState.COMPLETED)
                .equals(document.get(DestinationMapping.STATUS))) {
            Map<String, Object> completed = new HashMap<>(document);
            completed.remove(DestinationMapping.KIND);
            completed.remove(DestinationMapping.COMPLETED_RUN);
            return completed;
        }
        return document.get(DestinationMapping.PREVIOUS_RUN) instanceof Map<?, ?> previous
                ? copy(previous)
                : Map.of();
    }

    private static Map<String, Object> copy(Map<?, ?> map) {
        Map<String, Object> copy = new HashMap<>();
        map.forEach((name, value) -> copy.put((String) name, value));
        return Collections.unmodifiableMap(copy);
    }
}
