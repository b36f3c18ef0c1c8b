package org.nearduplicate.elasticsearch.chain;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/**
 * A request for a chain. Its indices may be replaced by those that the caller may read; the rest is
 * immutable.
 */
public final class ChainRequest extends ActionRequest implements IndicesRequest.Replaceable {

    private final IndicesOptions indicesOptions;
    private final ChainOptions options;
    private String[] indices;

    /**
     * Creates a request with the defaults of a search.
     *
     * @param options what is asked for
     * @param indices the names of indices and aliases, and patterns
     */
    public ChainRequest(ChainOptions options, String... indices) {
        this(options, SearchRequest.DEFAULT_INDICES_OPTIONS, indices);
    }

    /**
     * Creates a request.
     *
     * @param options what is asked for
     * @param indicesOptions how names are resolved
     * @param indices the names of indices and aliases, and patterns
     */
    public ChainRequest(ChainOptions options, IndicesOptions indicesOptions, String... indices) {
        this.options = Objects.requireNonNull(options);
        this.indicesOptions = Objects.requireNonNull(indicesOptions);
        this.indices = Objects.requireNonNull(indices);
    }

    ChainRequest(StreamInput in) throws IOException {
        super(in);
        this.indices = in.readStringArray();
        this.indicesOptions = IndicesOptions.readIndicesOptions(in);
        this.options = new ChainOptions(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeStringArray(indices);
        indicesOptions.writeIndicesOptions(out);
        options.writeTo(out);
    }

    /** Returns what is asked for. */
    public ChainOptions options() {
        return options;
    }

    @Override
    public String[] indices() {
        return indices;
    }

    @Override
    public ChainRequest indices(String... replacement) {
        this.indices = Objects.requireNonNull(replacement);
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

    /** Everything was checked when it was made. */
    @Override
    public ActionRequestValidationException validate() {
        return null;
    }

    @Override
    public Task createTask(
            long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new CancellableTask(id, type, action, getDescription(), parentTaskId, headers);
    }

    @Override
    public String getDescription() {
        return "chain of near duplicates by [" + options.field() + "] in ["
                + String.join(",", indices) + "] from " + options.from() + " to " + options.to();
    }
}
