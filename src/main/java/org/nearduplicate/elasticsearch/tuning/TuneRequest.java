package org.nearduplicate.elasticsearch.tuning;

import java.util.Arrays;
import java.util.Map;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.RunRequest;

/** A request to tune; it never leaves its node. */
final class TuneRequest extends RunRequest {

    private final TuneParameters parameters;

    /**
     * @param indices indices, aliases and patterns
     * @param keepsResult whether the answer is kept for those who ask for the task
     */
    TuneRequest(
            String[] indices,
            IndicesOptions indicesOptions,
            TuneParameters parameters,
            boolean keepsResult) {
        super(indices, indicesOptions, keepsResult);
        this.parameters = parameters;
    }

    TuneParameters parameters() {
        return parameters;
    }

    /** What the request says was checked when it was read; the rest needs the indices. */
    @Override
    public ActionRequestValidationException validate() {
        return null;
    }

    @Override
    public Task createTask(
            long id, String type, String action, TaskId parent, Map<String, String> headers) {
        return new ProgressTask<>(id, type, action, getDescription(), parent, headers,
                TuneStatus.START);
    }

    @Override
    public String getDescription() {
        return "parameters for near duplicates of [" + parameters.field() + "] in "
                + Arrays.toString(indices());
    }
}
