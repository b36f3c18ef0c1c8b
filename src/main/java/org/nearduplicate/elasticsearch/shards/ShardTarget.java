package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.search.internal.ShardSearchRequest;

/**
 * A shard as a request sees it.
 *
 * @param indices how the user named its index
 * @param shardId the shard
 * @param aliasFilter what the aliases of the request hide
 * @param nowInMillis the time for date mathematics
 */
public record ShardTarget(
        OriginalIndices indices, ShardId shardId, AliasFilter aliasFilter, long nowInMillis)
        implements Call.Subject {

    /** Reads what {@link #writeTo} wrote. */
    public ShardTarget(StreamInput in) throws IOException {
        this(
                OriginalIndices.readOriginalIndices(in), new ShardId(in),
                AliasFilter.readFrom(in), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        OriginalIndices.writeOriginalIndices(indices, out);
        shardId.writeTo(out);
        aliasFilter.writeTo(out);
        out.writeVLong(nowInMillis);
    }

    /**
     * Opens a view of the shard as a search has it: with the alias filter, and without what document-level security hides.
     * The view has no hits, so that any {@code index.max_result_window} will do.
     *
     * @param searchService that of the node of the shard
     * @return the view, to be closed
     * @throws IOException if the shard cannot be read
     */
    public SearchContext open(SearchService searchService) throws IOException {
        return searchService.createSearchContext(
                new ShardSearchRequest(
                        shardId, nowInMillis, aliasFilter),
                SearchService.NO_TIMEOUT)
                .size(0);
    }
}
