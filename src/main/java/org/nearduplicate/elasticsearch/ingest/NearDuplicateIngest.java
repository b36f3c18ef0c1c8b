package org.nearduplicate.elasticsearch.ingest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.script.Metadata;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.lookup.LookupText;
import org.nearduplicate.sketch.MemoryBudget;

/** All that a node needs for the processor {@code near_duplicate}. Safe for use by several threads. */
public final class NearDuplicateIngest {

    /** One more document than asked for is looked up, as one may be the document itself. */
    private static final int MORE = 1;

    private final Map<String, PipelineCounters> counters = new ConcurrentHashMap<>();
    private final BulkFilter filter = new BulkFilter();
    private final PipelineFilter pipelines = new PipelineFilter();
    private volatile ThreadContext context;
    private volatile Lookups lookups;

    /**
     * Makes it ready, when the node starts.
     *
     * @param client asks for lookups
     * @param threadPool decides, on its generic threads
     * @param requests is charged with what waits
     * @param settings those of the node
     */
    public void start(
            Client client, ThreadPool threadPool, CircuitBreaker requests, Settings settings) {
        context = threadPool.getThreadContext();
        lookups = new Lookups(client, threadPool, requests, IngestSettings.of(settings));
        filter.start(context, lookups);
        pipelines.start(lookups);
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

    /** Returns what watches bulk requests, and checks pipelines. */
    public List<MappedActionFilter> filters() {
        return List.of(filter, pipelines);
    }

    /** Returns the counters of a pipeline, or some that nobody reads if it is only simulated. */
    PipelineCounters counters(String pipeline) {
        return filter.gate() == null
                ? new PipelineCounters()
                : counters.computeIfAbsent(pipeline, none -> new PipelineCounters());
    }

    /** Returns what this node does with documents that come in. */
    IngestStats stats() {
        Map<String, PipelineCounts> counts = new HashMap<>();
        counters.forEach((pipeline, ofPipeline) -> counts.put(pipeline, ofPipeline.counts()));
        return new IngestStats(counts, lookups.inFlight());
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
        return new Question(
                text.withSize(text.size() + MORE),
                text.size(),
                document.getIndex(),
                document.getId(),
                document.getRouting(),
                onMatch,
                destination,
                context.newRestorableContext(true),
                listener);
    }

    /** Returns whether a document replaces only the fields that it has, if there is one by its name. */
    boolean isPartial(Metadata document) {
        BulkGate gate = filter.gate();
        return gate != null && gate.isPartial(document.getIndex(), document.getId());
    }

    /** Lets a document wait for its answer. Never throws. */
    void ask(Target target, Question question) {
        BulkGate gate = filter.gate();
        if (gate == null) {
            // Documents of which a pipeline is simulated are alone, and nothing is kept of them.
            gate = new BulkGate(lookups, new BulkDocuments(List.of()), MemoryBudget.UNLIMITED);
        }
        gate.ask(target, question);
    }
}
