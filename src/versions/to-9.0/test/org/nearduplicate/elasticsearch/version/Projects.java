package org.nearduplicate.elasticsearch.version;

import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.Metadata;

/** The project of tests, in the state of a cluster. */
public final class Projects {

    private Projects() {}

    /** Returns the only project. */
    public static Project of(ClusterState state) {
        return new Project(new ProjectFinder.Moment(state));
    }

    /** Returns a state in which some indices have other metadata. */
    public static ClusterState with(ClusterState state, IndexMetadata... indices) {
        Metadata.Builder changed = Metadata.builder(state.metadata());
        for (IndexMetadata index : indices) {
            changed.put(index, true);
        }
        return ClusterState.builder(state).metadata(changed).build();
    }
}
