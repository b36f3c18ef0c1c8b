package org.nearduplicate.elasticsearch.ingest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.Index;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.script.Metadata;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.lookup.LookupText;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.recent.RecentDocuments;

/** All that a node needs for the processor {@code near_duplicate}. Safe for use by several threads. */
public final class NearDuplicateIngest {

    /** One more document than asked for is looked up, as one may be the document itself. */
    private static final int MORE = 1;

    private final Map<String, PipelineCounters> counters = new ConcurrentHashMap<>();
    private final BulkFilter filter = new BulkFilter();
    private volatile ThreadContext context;
    private volatile RecentDocuments recentDocuments;
    private volatile Gates gates;

    /**
     * Makes it ready, when the node starts.
     *
     * @param client asks for lookups
     * @param cluster tells when indices go
     * @param requests is charged with what waits and what is kept
     * @param settings those of the node
     */
    public void start(
            Client client, ClusterService cluster, CircuitBreaker requests, Settings settings) {
        ThreadPool threadPool = cluster.threadPool();
        IngestSettings ingestSettings = IngestSettings.of(settings);
        RecentDocuments recent =
                new RecentDocuments(ingestSettings.recent(),
                        new BreakerAccount(requests, "near_duplicate recent documents")::charge);
        Judge judge = new Judge(recent);
        Gates started = new Gates(client, threadPool, requests, ingestSettings, judge, recent);
        RefreshWatch watch = new RefreshWatch(
                client, threadPool,
                (shard, upTo) -> started.visible(shard.getIndex().getUUID(), shard.id(), upTo),
                shard -> judge.forgetIndex(shard.getIndex().getUUID()));
        cluster.addListener(event -> {
            for (Index index : event.indicesDeleted()) {
                judge.forgetIndex(index.getUUID());
            }
        });
        recentDocuments = recent;
        context = threadPool.getThreadContext();
        filter.start(threadPool.getThreadContext(), new WrittenDocuments(recent, judge, watch));
        gates = started;
    }

    /**
     * Returns what makes processors.
     *
     * @param parameters what a node offers them
     */
    public Map<String, Processor.Factory> processors(Processor.Parameters parameters) {
        return Map.of(
                NearDuplicateProcessor.TYPE,
                new NearDuplicateProcessorFactory(parameters.scriptService, this));
    }

    /** Returns what watches bulk requests. */
    public List<MappedActionFilter> filters() {
        return List.of(filter);
    }

    /** Returns the counters of a pipeline, or some that nobody reads if it is only simulated. */
    PipelineCounters counters(String pipeline) {
        return filter.bulk() == null
                ? new PipelineCounters()
                : counters.computeIfAbsent(pipeline, none -> new PipelineCounters());
    }

    /** Returns what this node does with documents that come in. */
    IngestStats stats() {
        Map<String, PipelineCounts> counts = new HashMap<>();
        counters.forEach((pipeline, ofPipeline) -> counts.put(pipeline, ofPipeline.counts()));
        return new IngestStats(counts, gates.inFlight(), recentDocuments.size());
    }

    /**
     * Makes a question for a document, of the request that this thread works for.
     *
     * @param text its text, and what is asked
     * @param document where it goes
     * @param destination where it goes if it is a near duplicate and rerouted, or null
     * @param listener is answered
     */
    Question question(
            LookupText text, Metadata document, OnMatch onMatch, String destination,
            ActionListener<Verdict> listener) {
        BulkTicket bulk = filter.bulk();
        return new Question(
                new LookupText(text.values(), text.minSimilarity(), text.size() + MORE),
                text.size(),
                document.getIndex(),
                document.getId(),
                onMatch,
                destination,
                bulk,
                bulk == null ? Sender.of(context) : bulk.sender(context),
                context.newRestorableContext(true),
                listener);
    }

    /** Lets a document wait for its answer. Never throws. */
    void ask(Target target, Question question) {
        gates.ask(target, question);
    }
}
