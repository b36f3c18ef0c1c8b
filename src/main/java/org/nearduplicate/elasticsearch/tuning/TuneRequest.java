package org.nearduplicate.elasticsearch.tuning;

import java.util.Arrays;
import java.util.Map;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.nearduplicate.elasticsearch.ProgressTask;

/** A request to tune; it never leaves its node. */
final class TuneRequest extends ActionRequest implements IndicesRequest.Replaceable {

    private final TuneParameters parameters;
    private final boolean storeResult;
    private final IndicesOptions indicesOptions;
    private String[] indices;

    /**
     * @param indices indices, aliases and patterns
     * @param storeResult whether the answer is kept for those who ask for the task
     */
    TuneRequest(
            String[] indices,
            IndicesOptions indicesOptions,
            TuneParameters parameters,
            boolean storeResult) {
        this.indices = indices;
        this.indicesOptions = indicesOptions;
        this.parameters = parameters;
        this.storeResult = storeResult;
    }

    TuneParameters parameters() {
        return parameters;
    }

    @Override
    public String[] indices() {
        return indices;
    }

    @Override
    public TuneRequest indices(String... replaced) {
        this.indices = replaced;
        return this;
    }

    @Override
    public IndicesOptions indicesOptions() {
        return indicesOptions;
    }

    @Override
    public boolean includeDataStreams() {
        return true;
    }

    @Override
    public boolean getShouldStoreResult() {
        return storeResult;
    }

    /** What the request says was checked when it was read; the rest needs the indices. */
    @Override
    public ActionRequestValidationException validate() {
        return null;
    }

    @Override
    public void writeTo(StreamOutput out) {
        TransportAction.localOnly();
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
                + Arrays.toString(indices);
    }
}
