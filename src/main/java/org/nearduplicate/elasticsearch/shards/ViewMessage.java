package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.search.internal.ShardSearchRequest;

/** A message to a shard that is answered from a view of its own, as a search has one. */
public abstract class ViewMessage extends ShardMessage {

    private final ShardTarget target;

    /**
     * Creates a message.
     *
     * @param target the shard
     */
    protected ViewMessage(ShardTarget target) {
        super(target.indices());
        this.target = target;
    }

    /**
     * Reads what {@link #writeTo} wrote.
     *
     * @param in has it
     * @throws IOException if it is broken
     */
    protected ViewMessage(StreamInput in) throws IOException {
        super(in);
        this.target = new ShardTarget(indices, in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        target.writeTo(out);
    }

    /** Returns the shard. */
    public final ShardTarget target() {
        return target;
    }

    /**
     * Opens the view: with the alias filter, and without what document-level security hides. It has no hits of its
     * own, so that {@code index.max_result_window} may be whatever it is.
     *
     * @param searchService that of the node of the shard
     * @return the view, to be closed
     * @throws IOException if the shard cannot be read
     */
    public final SearchContext open(SearchService searchService) throws IOException {
        return searchService.createSearchContext(
                new ShardSearchRequest(
                        target.shardId(), target.nowInMillis(), target.aliasFilter()),
                SearchService.NO_TIMEOUT)
                .size(0);
    }
}
