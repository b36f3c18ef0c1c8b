package org.nearduplicate.elasticsearch.lookup;

import java.util.Set;
import java.util.stream.Stream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.support.TransportActions;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ClusterStateObserver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.ConnectTransportException;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.LocalAction;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.shards.ShardQuestions;
import org.nearduplicate.elasticsearch.shards.ShardQuestions.ShardAnswer;
import org.nearduplicate.elasticsearch.version.Project;

/**
 * Looks up the near duplicates of many texts with the rights of the caller: sketches them on this node, and sends one
 * request for all of them to the primary of each shard.
 */
public final class TransportLookupAction
        extends LocalAction<LookupParameters, LookupResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/lookup";

    /** The action. */
    public static final ActionType<LookupResponse> TYPE = new ActionType<>(NAME);

    /** Refuses an alias with a filter. It never leaves its node. */
    public static final class FilteredAliasException extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        private FilteredAliasException(String[] aliases, String index) {
            super(
                    "[index] must not be an alias with a filter, as documents of one request are compared without it, got "
                            + "[" + String.join(", ", aliases) + "] of [" + index
                            + "]: name an index, or an alias that has no filter");
        }
    }

    private static final Logger LOGGER = LogManager.getLogger(TransportLookupAction.class);

    /** How long a lookup waits for a primary that moves, or whose node is gone. */
    private static final TimeValue PRIMARY_TIMEOUT = TimeValue.timeValueSeconds(30);

    private final FieldSketchers sketchers;

    /** Created by Elasticsearch. */
    @Inject
    public TransportLookupAction(NodeServices node, ShardNotes notes) {
        super(NAME, node, node.threadPool().generic());
        this.sketchers = new FieldSketchers(node.indices(), FieldSketchers.KEPT);
        ShardLookup.CALL.register(
                node.transport(), node.threadPool().executor(ThreadPool.Names.SEARCH),
                (message, task, listener) -> new ShardLookup(node, notes, message, task)
                        .answer(listener));
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<LookupParameters> request,
            ActionListener<LookupResponse> listener) {
        BreakerAccount account = new BreakerAccount(node.breaker(), "near_duplicate lookup");
        ActionListener.run(
                ActionListener.releaseAfter(listener, account),
                answered -> lookUp(
                        task, request, account,
                        new ClusterStateObserver(
                                node.cluster(), PRIMARY_TIMEOUT, LOGGER,
                                node.threadPool().getThreadContext()),
                        answered));
    }

    private void lookUp(
            Task task, LocalRequest<LookupParameters> request, BreakerAccount account,
            ClusterStateObserver states, ActionListener<LookupResponse> listener) {
        LookupParameters parameters = request.parameters();
        Project project = node.projects().find();
        String[] named = node.names(project, request);
        project.requireReadable(named);
        refuseFilters(request, named, project);
        LookupRun run = new LookupRun(parameters, project);
        run.sketch(Stream.of(named).map(project::index).toList(), sketchers, account::charge);
        ShardQuestions.ask(
                node, request,
                run.indices(),
                project,
                new ShardQuestions.Question<>(
                        ShardLookup.CALL,
                        true,
                        shard -> run.texts(shard.shardId().getIndex()),
                        answer -> {}),
                task,
                listener.delegateFailureAndWrap((next, answers) -> {
                    // A near duplicate in a shard that did not answer would be missed.
                    ShardAnswer<?> failed = answers.stream()
                            .filter(answer -> answer.failure() != null)
                            .findFirst()
                            .orElse(null);
                    if (failed == null) {
                        next.onResponse(run.response(answers));
                    } else if (isMoving(failed.failure())) {
                        states.waitForNextChange(
                                again(next, failure(failed), () -> {
                                    account.close();
                                    lookUp(task, request, account, states, next);
                                }));
                    } else {
                        next.onFailure(failure(failed));
                    }
                }));
    }

    /** Runs the lookup again when the cluster has changed, as writes do. */
    private ClusterStateObserver.Listener again(
            ActionListener<LookupResponse> listener, Exception failure, Runnable lookup) {
        return new ClusterStateObserver.Listener() {

            @Override
            public void onNewClusterState(ClusterState state) {
                node.threadPool().generic().execute(
                        ActionRunnable.wrap(listener, failureOnly -> lookup.run()));
            }

            @Override
            public void onClusterServiceClose() {
                listener.onFailure(failure);
            }

            @Override
            public void onTimeout(TimeValue timeout) {
                listener.onFailure(failure);
            }
        };
    }

    /** Refuses filters of aliases: documents of one request would be compared with each other without them. */
    private void refuseFilters(IndicesRequest request, String[] indices, Project project) {
        Set<ResolvedExpression> expressions =
                project.expressions(node.resolver(), request.indices());
        for (String index : indices) {
            AliasFilter filter = project.aliasFilter(node.searches(), index, expressions);
            if (filter.getQueryBuilder() != null) {
                throw new FilteredAliasException(filter.getAliases(), index);
            }
        }
    }

    private static Exception failure(ShardAnswer<?> failed) {
        Throwable cause = ExceptionsHelper.unwrapCause(failed.failure());
        return LookupRun.failure(
                failed.shardId(), ExceptionsHelper.status(cause), cause.getMessage(), cause);
    }

    /** Returns whether a primary was not on the node of this cluster state: a later state will have its node. */
    private static boolean isMoving(Exception failure) {
        Throwable cause = ExceptionsHelper.unwrapCause(failure);
        return cause instanceof ConnectTransportException
                || TransportActions.isShardNotAvailableException(cause)
                        && cause instanceof NoShardAvailableActionException == false;
    }
}
