package org.nearduplicate.elasticsearch.shards;

import java.util.ArrayList;
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

    /** Which copies of a shard are asked. */
    enum Which {
        /** All, one on this node first. */
        LOCAL_FIRST("_local") {
            @Override
            List<ShardRouting> of(List<ShardRouting> copies) {
                return copies;
            }
        },
        /**
         * The primary: it alone knows what it wrote and no search shows. A replica refuses, and is asked only while there is no primary,
         * so that it says so. A primary that moves is where it was, then where it goes.
         */
        PRIMARY(null) {
            @Override
            List<ShardRouting> of(List<ShardRouting> copies) {
                return copies.stream().anyMatch(copy -> copy.primary() && copy.active())
                        ? copies.stream().filter(ShardRouting::primary).toList()
                        : copies;
            }
        };

        private final String preference;

        Which(String preference) {
            this.preference = preference;
        }

        /**
         * Returns those that are asked.
         *
         * @param copies the copies, those that are active first
         */
        abstract List<ShardRouting> of(List<ShardRouting> copies);
    }

    /**
     * Finds the shards.
     *
     * @param request names the indices as the user did
     * @param indices the indices that these names stand for
     * @param project the state to find the shards in
     * @param which which copies are asked
     * @param nowInMillis the time for date mathematics
     * @return the shards, each with the copies to ask
     */
    List<ShardCopies> find(
            IndicesRequest request, String[] indices, Project project, Which which,
            long nowInMillis) {
        Set<ResolvedExpression> expressions =
                project.expressions(resolver, request.indices());
        Map<String, List<String>> names = namesOfIndices(project, expressions);
        Map<String, Set<String>> aliasRouting =
                resolver.resolveSearchRouting(project.cluster(), null, request.indices());
        List<ShardCopies> shards = new ArrayList<>();
        for (ShardIterator copies : project.searchShards(
                routing, indices, aliasRouting, which.preference)) {
            String index = copies.shardId().getIndexName();
            ShardTarget target = new ShardTarget(
                    new OriginalIndices(
                            names.getOrDefault(index, List.of(index)).toArray(String[]::new),
                            request.indicesOptions()),
                    copies.shardId(),
                    project.aliasFilter(searchService, index, expressions),
                    nowInMillis);
            shards.add(new ShardCopies(target, which.of(list(copies))));
        }
        return shards;
    }

    private static List<ShardRouting> list(ShardIterator copies) {
        List<ShardRouting> listed = new ArrayList<>();
        for (ShardRouting copy = copies.nextOrNull(); copy != null; copy = copies.nextOrNull()) {
            listed.add(copy);
        }
        return listed;
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
