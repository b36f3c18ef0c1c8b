package org.nearduplicate.elasticsearch.stats;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.shards.ShardAnswer;
import org.nearduplicate.elasticsearch.shards.ShardQuestions;
import org.nearduplicate.elasticsearch.shards.ShardQuestions.Question;
import org.nearduplicate.elasticsearch.shards.ShardViews;
import org.nearduplicate.elasticsearch.version.Project;

/** Answers requests for statistics, by a question to one copy of each shard. No thread waits. */
public final class TransportStatsAction
        extends TransportAction<LocalRequest<StatsParameters>, StatsResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/stats";

    /** The action. */
    public static final ActionType<StatsResponse> TYPE = new ActionType<>(NAME);

    private static final String OF_SHARD = NAME + "[shard]";

    private final Project.Finder projects;
    private final IndexNameExpressionResolver resolver;
    private final CircuitBreaker breaker;
    private final ShardQuestions questions;

    /** Created by Elasticsearch. */
    @Inject
    public TransportStatsAction(
            ClusterService clusterService,
            TransportService transportService,
            SearchService searchService,
            ActionFilters actionFilters,
            CircuitBreakerService breakers,
            Project.Finder projects,
            IndexNameExpressionResolver resolver) {
        super(
                NAME,
                actionFilters,
                transportService.getTaskManager(),
                // The mappings of all indices are read: too much for a thread of the network.
                transportService.getThreadPool().executor(ThreadPool.Names.MANAGEMENT));
        this.projects = projects;
        this.resolver = resolver;
        this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
        this.questions = new ShardQuestions(
                transportService, searchService, clusterService.operationRouting(), resolver);
        StatsReader reader = new StatsReader(searchService, breaker);
        new ShardViews(transportService, searchService)
                .answer(OF_SHARD, StatsMessage::new, reader::read);
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<StatsParameters> request,
            ActionListener<StatsResponse> listener) {
        BreakerAccount account = new BreakerAccount(breaker, "near_duplicate stats");
        ActionListener.run(
                ActionListener.releaseAfter(listener, account),
                answered -> ask((CancellableTask) task, request, account, answered));
    }

    private void ask(
            CancellableTask task, LocalRequest<StatsParameters> request, BreakerAccount account,
            ActionListener<StatsResponse> listener) {
        long startNanos = System.nanoTime();
        Project project = projects.find();
        String[] indices = resolver.concreteIndexNames(project.cluster(), request);
        project.requireReadable(indices);
        StatsParameters parameters = request.parameters();
        ActionListener<List<ShardAnswer<ShardStats>>> merging = listener.map(answers -> {
            StatsMerge merge = new StatsMerge(parameters, new TaskMonitor(task, account));
            long nanos = System.nanoTime() - startNanos;
            return merge.merge(answers, TimeUnit.NANOSECONDS.toMillis(nanos));
        });
        String[] asked = MinHashIndices.among(indices, project);
        if (asked.length == 0) {
            // No name of an index stands for all of them.
            merging.onResponse(List.of());
            return;
        }
        questions.ask(
                request, asked, project,
                new Question<>(
                        OF_SHARD, false, target -> new StatsMessage(target, parameters),
                        ShardStats::new,
                        // The answers wait for the last of them.
                        answer -> account.charge(answer.ramBytesUsed())),
                task, merging);
    }
}
