package org.nearduplicate.elasticsearch.request;

import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;

/**
 * A request for a run over indices on the node that got it, which it never leaves. Its indices may be
 * replaced by those that the caller may read; the rest is immutable.
 */
public abstract class RunRequest extends ActionRequest implements IndicesRequest.Replaceable {

    private final boolean keepsResult;
    private final IndicesOptions indicesOptions;
    private String[] indices;

    /**
     * Creates a request.
     *
     * @param indices indices, aliases and patterns
     * @param indicesOptions how they are resolved
     * @param keepsResult whether the answer is kept for those who ask for the task
     */
    protected RunRequest(String[] indices, IndicesOptions indicesOptions, boolean keepsResult) {
        this.indices = indices;
        this.indicesOptions = indicesOptions;
        this.keepsResult = keepsResult;
    }

    @Override
    public final String[] indices() {
        return indices;
    }

    @Override
    public final RunRequest indices(String... replaced) {
        this.indices = replaced;
        return this;
    }

    @Override
    public final IndicesOptions indicesOptions() {
        return indicesOptions;
    }

    @Override
    public final boolean includeDataStreams() {
        return true;
    }

    /**
     * Returns whether the answer is kept for those who ask for the task, by {@link RunExecutor}: that of a
     * run which was refused is not.
     */
    public final boolean keepsResult() {
        return keepsResult;
    }

    @Override
    public final void writeTo(StreamOutput out) {
        TransportAction.localOnly();
    }
}
