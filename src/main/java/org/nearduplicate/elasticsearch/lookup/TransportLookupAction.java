package org.nearduplicate.elasticsearch.lookup;

import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.shards.ShardAnswer;
import org.nearduplicate.elasticsearch.shards.ShardQuestions;
import org.nearduplicate.elasticsearch.shards.ShardViews;
import org.nearduplicate.elasticsearch.version.Project;

/**
 * Looks up the near duplicates of many texts with the rights of the caller: sketches them on the node that was asked,
 * and asks the primary of each shard once for all of them.
 */
public final class TransportLookupAction
        extends TransportAction<LocalRequest<LookupParameters>, LookupResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/lookup";

    /** The action. */
    public static final ActionType<LookupResponse> TYPE = new ActionType<>(NAME);

    private static final String OF_SHARD = NAME + "[s]";

    private final CircuitBreaker breaker;
    private final Project.Finder projects;
    private final IndexNameExpressionResolver resolver;
    private final ShardQuestions questions;
    private final FieldSketchers sketchers;

    /** Created by Elasticsearch. */
    @Inject
    public TransportLookupAction(
            TransportService transportService,
            ActionFilters actionFilters,
            ClusterService clusterService,
            SearchService searchService,
            IndicesService indicesService,
            CircuitBreakerService breakers,
            Project.Finder projects,
            IndexNameExpressionResolver resolver) {
        super(
                NAME,
                actionFilters,
                transportService.getTaskManager(),
                transportService.getThreadPool().generic());
        this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
        this.projects = projects;
        this.resolver = resolver;
        this.questions = new ShardQuestions(
                transportService, searchService, clusterService.operationRouting(), resolver);
        this.sketchers = new FieldSketchers(indicesService);
        new ShardViews(transportService, searchService).answer(
                OF_SHARD, LookupMessage::new, new ShardLookup(searchService, breaker)::answer);
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<LookupParameters> request,
            ActionListener<LookupResponse> listener) {
        BreakerAccount account = new BreakerAccount(breaker, "near_duplicate lookup");
        ActionListener.run(
                ActionListener.releaseAfter(listener, account),
                answered -> lookUp(task, request, account, answered));
    }

    private void lookUp(
            Task task, LocalRequest<LookupParameters> request, BreakerAccount account,
            ActionListener<LookupResponse> listener) {
        LookupParameters parameters = request.parameters();
        Project project = projects.find();
        String[] named = resolver.concreteIndexNames(project.cluster(), request);
        project.requireReadable(named);
        LookupRun run = new LookupRun(parameters, project);
        run.sketch(metadata(project, named), sketchers, account::charge);
        questions.ask(
                request,
                run.indices(),
                project,
                new ShardQuestions.Question<>(
                        OF_SHARD,
                        true,
                        shard -> {
                            SketchedTexts texts = run.texts(shard.shardId().getIndex());
                            return new LookupMessage(
                                    shard, parameters.field(), texts.scheme(),
                                    parameters.verify(), texts.texts());
                        },
                        LookupMessage.Response::new,
                        answer -> {}),
                task,
                listener.delegateFailureAndWrap((next, answers) -> {
                    requireAll(answers);
                    next.onResponse(run.response(answers));
                }));
    }

    private static List<IndexMetadata> metadata(Project project, String[] indices) {
        return Stream.of(indices).map(project::index).toList();
    }

    /** A near duplicate in a shard that did not answer would be missed. */
    private static void requireAll(List<ShardAnswer<LookupMessage.Response>> answers) {
        for (ShardAnswer<LookupMessage.Response> answer : answers) {
            if (answer.failure() != null) {
                Throwable cause = ExceptionsHelper.unwrapCause(answer.failure());
                throw new ElasticsearchStatusException(
                        "near duplicates could not be looked up in shard [{}]: {}",
                        ExceptionsHelper.status(cause), cause, answer.shardId(),
                        cause.getMessage());
            }
        }
    }
}
