package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndexComponentSelector;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.search.internal.ShardSearchRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.version.Project;

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

    /**
     * The copies of one shard.
     *
     * @param copies where the shard is, in the order in which messages are sent to them; none if it is nowhere
     */
    record Copies(ShardTarget target, List<ShardRouting> copies) {}

    /**
     * Finds the shards that a request is about, as a search finds them.
     *
     * @param node knows the filters of aliases, the copies of shards and what names of indices stand for
     * @param primary whether the copy is the primary alone, which knows what it wrote and no search shows; else all
     *     copies, one on this node first
     * @return the shards, each with its copies
     */
    static List<Copies> find(
            NodeServices node, IndicesRequest request, String[] indices, Project project,
            boolean primary, long nowInMillis) {
        Set<ResolvedExpression> expressions =
                project.expressions(node.resolver(), request.indices());
        Map<String, List<String>> names = namesOfIndices(project, expressions);
        Map<String, Set<String>> aliasRouting =
                node.resolver().resolveSearchRouting(project.cluster(), null, request.indices());
        List<Copies> shards = new ArrayList<>();
        for (ShardIterator copies : project.searchShards(
                node.cluster().operationRouting(), indices, aliasRouting,
                primary ? null : "_local")) {
            String index = copies.shardId().getIndexName();
            ShardTarget target = new ShardTarget(
                    new OriginalIndices(
                            names.getOrDefault(index, List.of(index)).toArray(String[]::new),
                            request.indicesOptions()),
                    copies.shardId(),
                    project.aliasFilter(node.searches(), index, expressions),
                    nowInMillis);
            List<ShardRouting> all = copies.getShardRoutings();
            shards.add(new Copies(target, primary ? primary(all) : all));
        }
        return shards;
    }

    /**
     * Returns where a primary is: one that moves is where it was, then where it goes. Replicas are returned only while
     * there is no primary: they refuse, and say so.
     *
     * @param copies the copies, those that are active first
     */
    static List<ShardRouting> primary(List<ShardRouting> copies) {
        return copies.stream().anyMatch(copy -> copy.primary() && copy.active())
                ? copies.stream().filter(ShardRouting::primary).toList()
                : copies;
    }

    /**
     * Returns by which of the requested names each index is known: a message to its shards
     * needs no other one to be authorized.
     */
    private static Map<String, List<String>> namesOfIndices(
            Project project, Set<ResolvedExpression> expressions) {
        Map<String, List<String>> names = new HashMap<>();
        for (ResolvedExpression expression : expressions) {
            boolean isFailureStore = expression.selector() == IndexComponentSelector.FAILURES;
            IndexAbstraction named = project.named(expression.resource());
            List<Index> indices = named == null
                    ? List.of()
                    : isFailureStore ? project.failureIndices(named) : named.getIndices();
            String name = isFailureStore ? expression.combined() : expression.resource();
            for (Index index : indices) {
                names.computeIfAbsent(index.getName(), none -> new ArrayList<>()).add(name);
            }
        }
        return names;
    }
}
