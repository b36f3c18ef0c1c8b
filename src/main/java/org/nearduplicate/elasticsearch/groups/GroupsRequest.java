package org.nearduplicate.elasticsearch.groups;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.RunRequest;

/** A request for groups; it never leaves its node. */
final class GroupsRequest extends RunRequest {

    private final List<String> target;
    private final GroupsParameters parameters;

    /**
     * @param indices indices, aliases and patterns
     * @param keepsResult whether the answer is kept for those who ask for the task
     */
    GroupsRequest(
            String[] indices,
            IndicesOptions indicesOptions,
            GroupsParameters parameters,
            boolean keepsResult) {
        super(indices, indicesOptions, keepsResult);
        this.target = List.of(indices);
        this.parameters = parameters;
    }

    GroupsParameters parameters() {
        return parameters;
    }

    /** A pattern that names the destination too would make the next run read what this one wrote. */
    @Override
    public ActionRequestValidationException validate() {
        String dest = parameters.dest();
        if (dest != null && isTarget(dest)) {
            ActionRequestValidationException refused = new ActionRequestValidationException();
            refused.addValidationError(
                    "[dest] must not be an index whose groups are asked for, got [" + dest
                            + "] in " + target + cure(dest));
            return refused;
        }
        return null;
    }

    @Override
    public Task createTask(
            long id, String type, String action, TaskId parent, Map<String, String> headers) {
        return new ProgressTask<>(id, type, action, getDescription(), parent, headers,
                GroupsStatus.START);
    }

    @Override
    public String getDescription() {
        return "near duplicates of [" + parameters.field() + "] in " + Arrays.toString(indices());
    }

    /** A name behind a minus takes away from what the names before it gave, so the last one decides. */
    private boolean isTarget(String index) {
        boolean named = false;
        for (String pattern : target) {
            if (pattern.startsWith("-")) {
                named &= matches(pattern.substring(1), index) == false;
            } else {
                named |= matches(pattern, index);
            }
        }
        return named;
    }

    /** Behind {@code _all} Elasticsearch takes nothing away. */
    private String cure(String dest) {
        return target.contains(dest)
                ? ""
                : "; a pattern can leave it out, as in ["
                        + String.join(",", target).replace(Metadata.ALL, "*") + ",-" + dest + "]";
    }

    private static boolean matches(String pattern, String index) {
        return pattern.equals(Metadata.ALL) || Regex.simpleMatch(pattern, index);
    }
}
