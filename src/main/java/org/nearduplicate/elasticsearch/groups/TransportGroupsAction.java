package org.nearduplicate.elasticsearch.groups;

import org.elasticsearch.action.ActionType;
import org.elasticsearch.injection.guice.Inject;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.elasticsearch.request.RunAction;
import org.nearduplicate.elasticsearch.shards.ShardActions;
import org.nearduplicate.elasticsearch.shards.ShardOpener;

/** Runs requests for groups, on the node that was asked. */
public final class TransportGroupsAction
        extends RunAction<GroupsParameters, GroupsStatus, GroupsResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/groups";

    /** The action. */
    public static final ActionType<GroupsResponse> TYPE = new ActionType<>(NAME);

    private final ShardOpener opener;

    /** Created by Elasticsearch. */
    @Inject
    public TransportGroupsAction(NodeServices node, ShardActions shards) {
        super(NAME, node);
        new WorkActions(node);
        this.opener = new ShardOpener(node);
    }

    @Override
    protected GroupsResponse run(
            ProgressTask<GroupsStatus> task, LocalRequest<GroupsParameters> request) {
        long nowInMillis = node.threadPool().absoluteTimeInMillis();
        // Once: what comes while the run begins anew, such as its destination, is no part of it.
        String[] indices = node.names(node.projects().find(), request);
        return new GroupsRun(
                node, request, task, indices, nowInMillis,
                (project, view, monitor) -> opener.open(
                        request, indices, project, view, nowInMillis, task, monitor))
                .run();
    }
}
