package org.nearduplicate.elasticsearch.shards;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndexComponentSelector;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.cluster.routing.OperationRouting;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.index.Index;
import org.elasticsearch.search.SearchService;
import org.nearduplicate.elasticsearch.version.Project;

/** Finds the shards that a request is about, as a search finds them. Immutable. */
final class ShardFinder {

    private final SearchService searchService;
    private final OperationRouting routing;
    private final IndexNameExpressionResolver resolver;

    /**
     * @param searchService knows the filters of aliases
     * @param routing knows the copies of shards
     * @param resolver resolves names of indices
     */
    ShardFinder(
            SearchService searchService,
            OperationRouting routing,
            IndexNameExpressionResolver resolver) {
        this.searchService = searchService;
        this.routing = routing;
        this.resolver = resolver;
    }

    /** Which copy of a shard is asked first. */
    enum First {
        /** One on this node. */
        LOCAL("_local", Comparator.comparing(copy -> 0)),
        /** The primary: what is written is visible there first. */
        PRIMARY(null, Comparator.comparing(copy -> copy.primary() ? 0 : 1));

        private final String preference;
        private final Comparator<ShardRouting> order;

        First(String preference, Comparator<ShardRouting> order) {
            this.preference = preference;
            this.order = order;
        }
    }

    /**
     * Finds the shards.
     *
     * @param request names the indices as the user did
     * @param indices the indices that these names stand for
     * @param project the state to find the shards in
     * @param first which of its copies is asked first
     * @param nowInMillis the time for date mathematics
     * @return the shards, each with its copies
     */
    List<ShardCopies> find(
            IndicesRequest request, String[] indices, Project project, First first,
            long nowInMillis) {
        Set<ResolvedExpression> expressions =
                project.expressions(resolver, request.indices());
        Map<String, List<String>> names = namesOfIndices(project, expressions);
        Map<String, Set<String>> aliasRouting =
                resolver.resolveSearchRouting(project.cluster(), null, request.indices());
        List<ShardCopies> shards = new ArrayList<>();
        for (ShardIterator copies : project.searchShards(
                routing, indices, aliasRouting, first.preference)) {
            String index = copies.shardId().getIndexName();
            ShardTarget target = new ShardTarget(
                    new OriginalIndices(
                            names.getOrDefault(index, List.of(index)).toArray(String[]::new),
                            request.indicesOptions()),
                    copies.shardId(),
                    project.aliasFilter(searchService, index, expressions),
                    nowInMillis);
            shards.add(new ShardCopies(target, inOrder(copies, first)));
        }
        return shards;
    }

    private static List<ShardRouting> inOrder(ShardIterator copies, First first) {
        List<ShardRouting> ordered = new ArrayList<>();
        for (ShardRouting copy = copies.nextOrNull(); copy != null; copy = copies.nextOrNull()) {
            ordered.add(copy);
        }
        ordered.sort(first.order);
        return ordered;
    }

    /**
     * Returns by which of the names that were asked for each index is known: a message to its shards
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
