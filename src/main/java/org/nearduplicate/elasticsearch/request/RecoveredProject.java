package org.nearduplicate.elasticsearch.request;

import org.elasticsearch.cluster.ProjectState;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.service.ClusterService;

/** The indices of a request's project, once the node knows them. */
public final class RecoveredProject {

    private RecoveredProject() {}

    /**
     * Returns the state of the project of the request that this thread works for.
     *
     * @param resolver knows the project
     * @param clusterService knows its state
     * @return the state
     * @throws org.elasticsearch.cluster.block.ClusterBlockException if the node has just started and
     *     knows no index yet: it must not say that there is none
     */
    public static ProjectState of(ProjectResolver resolver, ClusterService clusterService) {
        ProjectState state = resolver.getProjectState(clusterService.state());
        state.blocks().globalBlockedRaiseException(state.projectId(), ClusterBlockLevel.READ);
        return state;
    }
}
