package org.nearduplicate.elasticsearch.stats;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.field.MappedField;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.LocalAction;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.shards.ShardQuestions;
import org.nearduplicate.elasticsearch.shards.ShardQuestions.Question;
import org.nearduplicate.elasticsearch.shards.ShardQuestions.ShardAnswer;
import org.nearduplicate.elasticsearch.version.Project;

/** Answers requests for statistics, by a question to one copy of each shard. No thread waits. */
public final class TransportStatsAction extends LocalAction<StatsParameters, StatsResponse> {

    /** A read of indices, so that the privilege to read an index allows it. */
    public static final String NAME = "indices:data/read/near_duplicate/stats";

    /** The action. */
    public static final ActionType<StatsResponse> TYPE = new ActionType<>(NAME);

    /** Created by Elasticsearch. */
    @Inject
    public TransportStatsAction(NodeServices node) {
        // The mappings of all indices are read: too much for a thread of the network.
        super(NAME, node, node.threadPool().executor(ThreadPool.Names.MANAGEMENT));
        StatsReader reader = new StatsReader(node.searches(), node.breaker());
        ShardQuestions.register(node, StatsReader.OF_SHARD, reader::read);
    }

    @Override
    protected void doExecute(
            Task task, LocalRequest<StatsParameters> request,
            ActionListener<StatsResponse> listener) {
        BreakerAccount account = new BreakerAccount(node.breaker(), "near_duplicate stats");
        ActionListener.run(
                ActionListener.releaseAfter(listener, account),
                answered -> ask((CancellableTask) task, request, account, answered));
    }

    private void ask(
            CancellableTask task, LocalRequest<StatsParameters> request, BreakerAccount account,
            ActionListener<StatsResponse> listener) {
        long startNanos = System.nanoTime();
        Project project = node.projects().find();
        String[] indices = node.names(project, request);
        project.requireReadable(indices);
        StatsParameters parameters = request.parameters();
        ActionListener<List<ShardAnswer<ShardStats>>> merging = listener.map(answers -> {
            long nanos = System.nanoTime() - startNanos;
            return StatsResponse.of(
                    parameters, answers, new TaskMonitor(task, account),
                    TimeUnit.NANOSECONDS.toMillis(nanos));
        });
        // The shards of indices without such a field are left out.
        String[] withField = Arrays.stream(indices)
                .filter(index -> hasField(project.index(index)))
                .toArray(String[]::new);
        if (withField.length == 0) {
            // No name of an index stands for all of them.
            merging.onResponse(List.of());
            return;
        }
        ShardQuestions.ask(
                node, request, withField, project,
                new Question<>(
                        StatsReader.OF_SHARD, false, shard -> parameters,
                        // The answers wait for the last of them.
                        answer -> account.charge(answer.ramBytesUsed())),
                task, merging);
    }

    /** Returns whether the mapping of an index has a {@code minhash} field. O(size of the mapping). */
    private static boolean hasField(IndexMetadata index) {
        return index != null && MappedField.of(index).isEmpty() == false;
    }
}
