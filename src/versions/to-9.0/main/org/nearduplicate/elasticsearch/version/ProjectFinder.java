package org.nearduplicate.elasticsearch.version;

import java.util.Set;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.transport.RemoteClusterService;

/** Finds the project of the request that a thread works for. */
public record ProjectFinder(ClusterService clusterService) {

    /** Created by Elasticsearch. */
    @Inject
    public ProjectFinder {}

    /**
     * Returns the project as the node knows it now.
     *
     * @throws ClusterBlockException if the node has just started and knows no index yet: it must not answer as if there
     *     was none
     */
    public Project find() {
        ClusterState state = clusterService.state();
        state.blocks().globalBlockedRaiseException(ClusterBlockLevel.READ);
        return new Project(new Moment(state));
    }

    /** A project at one moment, and the calls that differ between versions. */
    record Moment(ClusterState state) {

        ClusterState cluster() {
            return state;
        }

        ClusterBlockException blocked(String[] indices) {
            return state.blocks().indicesBlockedException(ClusterBlockLevel.READ, indices);
        }

        Set<ResolvedExpression> expressions(
                IndexNameExpressionResolver resolver, String... names) {
            return resolver.resolveExpressions(state, names);
        }

        ResolvedIndices resolved(
                IndicesRequest request, IndexNameExpressionResolver resolver,
                RemoteClusterService remotes, long nowInMillis) {
            return ResolvedIndices.resolveWithIndicesRequest(
                    request, state, resolver, remotes, nowInMillis);
        }
    }
}
