package org.nearduplicate.elasticsearch.chain;

import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.nearduplicate.elasticsearch.request.RunRequest;

/** A request for a chain; it never leaves its node. */
public final class ChainRequest extends RunRequest {

    private final ChainOptions options;

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
        super(indices, indicesOptions, false);
        this.options = Objects.requireNonNull(options);
    }

    /** Returns what is asked for. */
    public ChainOptions options() {
        return options;
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
                + String.join(",", indices()) + "] from " + options.start() + " to "
                + options.end();
    }
}
