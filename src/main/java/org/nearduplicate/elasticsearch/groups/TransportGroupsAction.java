package org.nearduplicate.elasticsearch.groups;

import org.elasticsearch.action.ActionType;
import org.elasticsearch.injection.guice.Inject;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.RunAction;
import org.nearduplicate.elasticsearch.shards.ShardActions;

/** Runs requests for groups, on the node that received them. */
public final class TransportGroupsAction
        extends RunAction<GroupsParameters, GroupsStatus, GroupsResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/groups";

    /** The action. */
    public static final ActionType<GroupsResponse> TYPE = new ActionType<>(NAME);

    /** Created by Elasticsearch. */
    @Inject
    public TransportGroupsAction(NodeServices node, ShardActions shards) {
        super(NAME, node);
        new WorkActions(node);
    }

    @Override
    protected GroupsResponse run(
            ProgressTask<GroupsStatus> task, LocalRequest<GroupsParameters> request) {
        return new GroupsRun(node, request, task).run();
    }
}
