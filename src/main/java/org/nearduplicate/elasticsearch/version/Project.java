package org.nearduplicate.elasticsearch.version;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.cluster.routing.OperationRouting;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.transport.RemoteClusterService;

/** The indices of the project of a request, as this node knows them at one moment. Immutable. */
public final class Project {

    private final ProjectFinder.Moment moment;

    Project(ProjectFinder.Moment moment) {
        this.moment = moment;
    }

    /** Returns the state of the cluster that the project is a part of. */
    public ClusterState cluster() {
        return moment.cluster();
    }

    /** Returns an index by its own name, or null. */
    public IndexMetadata index(String name) {
        return moment.state().metadata().index(name);
    }

    /** Returns an index, an alias or a data stream, or null. */
    public IndexAbstraction named(String name) {
        return moment.state().metadata().getIndicesLookup().get(name);
    }

    /**
     * Returns the routing of a document that is written to an index or an alias, which may have one.
     *
     * @param routing the routing of the document, or null
     * @throws IllegalArgumentException if the alias has another one
     */
    public String writeRouting(String name, String routing) {
        return moment.state().metadata().resolveWriteIndexRouting(routing, name);
    }

    /** Returns the indices of failures that such a name stands for. */
    public List<Index> failureIndices(IndexAbstraction named) {
        return named.getFailureIndices(moment.state().metadata());
    }

    /** @throws ClusterBlockException if one of the indices may not be read */
    public void requireReadable(String[] indices) {
        ClusterBlockException blocked = moment.blocked(indices);
        if (blocked != null) {
            throw blocked;
        }
    }

    /** Returns what the names in a request stand for, aliases as such. */
    public Set<ResolvedExpression> expressions(
            IndexNameExpressionResolver resolver, String... names) {
        return moment.expressions(resolver, names);
    }

    /** Returns the copies of each shard to be searched, those that are preferred first. */
    public Iterable<? extends ShardIterator> searchShards(
            OperationRouting routing,
            String[] indices,
            Map<String, Set<String>> aliasRouting,
            String preference) {
        return routing.searchShards(moment.state(), indices, aliasRouting, preference);
    }

    /**
     * Returns the primary of a shard.
     *
     * @throws org.elasticsearch.index.IndexNotFoundException if its index is gone
     */
    public ShardRouting primary(ShardId shard) {
        return moment.state().routingTable().shardRoutingTable(shard).primaryShard();
    }

    /** Returns the filter of the aliases by which an index is searched. */
    public AliasFilter aliasFilter(
            SearchService searchService, String index, Set<ResolvedExpression> expressions) {
        return searchService.buildAliasFilter(moment.state(), index, expressions);
    }

    /** Returns the indices that a request searches, as queries receive them. */
    public ResolvedIndices resolved(
            IndicesRequest request,
            IndexNameExpressionResolver resolver,
            RemoteClusterService remotes,
            long nowInMillis) {
        return moment.resolved(request, resolver, remotes, nowInMillis);
    }
}
