package org.nearduplicate.elasticsearch.request;

import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/**
 * A request over indices that the node that got it answers, which it never leaves. Its indices may be
 * replaced by those that the caller may read; the rest is immutable.
 */
public final class LocalRequest<P> extends ActionRequest implements IndicesRequest.Replaceable {

    private final IndicesOptions indicesOptions;
    private final P parameters;
    private final String description;
    private final Task.Status start;
    private final boolean keepsResult;
    private final long bytes;
    private String[] indices;

    /**
     * @param what the same for a reader; the indices follow
     * @param start how far a run is that has not begun, or null if none is started
     * @param keepsResult whether the answer is kept, and found by the task
     * @param bytes what the parameters take, roughly
     */
    public LocalRequest(
            String[] indices,
            IndicesOptions indicesOptions,
            P parameters,
            String what,
            Task.Status start,
            boolean keepsResult,
            long bytes) {
        this.indices = indices;
        this.indicesOptions = indicesOptions;
        this.parameters = Objects.requireNonNull(parameters);
        this.description = what + " in [" + String.join(", ", indices) + "]";
        this.start = start;
        this.keepsResult = keepsResult;
        this.bytes = bytes;
    }

    /** Returns the request that came over HTTP: its indices are resolved by default as for a search. */
    public static <P> LocalRequest<P> of(
            RestRequest rest, P parameters, String what, Task.Status start, boolean keepsResult) {
        return new LocalRequest<>(
                indices(rest),
                IndicesOptions.fromRequest(rest, SearchRequest.DEFAULT_INDICES_OPTIONS),
                parameters,
                what,
                start,
                keepsResult,
                rest.contentLength());
    }

    /** Returns the indices, aliases and patterns that the path of a request names. */
    public static String[] indices(RestRequest rest) {
        return Strings.splitStringByCommaToArray(rest.param("index"));
    }

    @Override
    public String[] indices() {
        return indices;
    }

    @Override
    public LocalRequest<P> indices(String... replaced) {
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

    /** Returns a search in the indices that has no query yet. Its shards all have to answer. */
    public SearchRequest search() {
        return new SearchRequest(indices)
                .indicesOptions(indicesOptions)
                .allowPartialSearchResults(false);
    }

    /** Returns the parameters. */
    public P parameters() {
        return parameters;
    }

    /**
     * Returns whether {@link RunAction} keeps the answer, which is found by the task: that of a
     * run which was refused is not kept.
     */
    public boolean keepsResult() {
        return keepsResult;
    }

    /** Returns what the parameters take, roughly. */
    long bytes() {
        return bytes;
    }

    /** What the request says was checked when it was read; the rest needs the indices. */
    @Override
    public ActionRequestValidationException validate() {
        return null;
    }

    @Override
    public Task createTask(
            long id, String type, String action, TaskId parent, Map<String, String> headers) {
        return start == null
                ? new CancellableTask(id, type, action, description, parent, headers)
                : new ProgressTask<>(id, type, action, description, parent, headers, start);
    }

    @Override
    public String getDescription() {
        return description;
    }

    @Override
    public void writeTo(StreamOutput out) {
        TransportAction.localOnly();
    }
}
