package org.nearduplicate.elasticsearch.ingest;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.script.Metadata;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.nearduplicate.elasticsearch.ingest.TransportIngestStatsAction.ResponseOfNode;
import org.nearduplicate.elasticsearch.version.ProcessorFactory;
import org.nearduplicate.job.JobMonitor;

/** All that a node needs for the processor {@code near_duplicate}. Safe for use by several threads. */
public final class NearDuplicateIngest {

    private final Map<String, PipelineCounts> counters = new ConcurrentHashMap<>();
    private final BulkFilter filter = new BulkFilter(() -> this.lookups);
    private volatile Lookups lookups;
    private volatile NamedXContentRegistry queries;

    /** Makes it ready, when the node starts. The breaker is charged for what waits, the registry reads queries. */
    public void start(
            Client client, ThreadPool threadPool, CircuitBreaker requests, Settings settings,
            NamedXContentRegistry registry) {
        queries = registry;
        lookups = new Lookups(client, threadPool, requests, settings);
    }

    /** Returns the factory of processors. */
    public Map<String, Processor.Factory> processors(Processor.Parameters parameters) {
        return Map.of(NearDuplicateProcessor.TYPE, new ProcessorFactory() {
            @Override
            protected Processor create(
                    String tag, String description, Map<String, Object> configuration) {
                return new NearDuplicateProcessor(
                        tag, description,
                        ProcessorOptions.read(
                                tag, configuration, parameters.scriptService, queries),
                        NearDuplicateIngest.this);
            }
        });
    }

    /** Returns the settings of a node. */
    public static List<Setting<?>> settings() {
        return Lookups.SETTINGS;
    }

    /** Returns the filters of bulk requests and of new pipelines. */
    public List<MappedActionFilter> filters() {
        return List.of(filter, new PipelineFilter(() -> lookups));
    }

    /** Returns the counters of a pipeline, or unused ones if it is only simulated. */
    PipelineCounts counts(String pipeline) {
        return filter.queue() == null
                ? new PipelineCounts()
                : counters.computeIfAbsent(pipeline, none -> new PipelineCounts());
    }

    /** Returns what this node does with documents that come in. */
    ResponseOfNode stats(DiscoveryNode node) {
        return new ResponseOfNode(node, counters, lookups.inFlight());
    }

    /** Returns what restores the context of this thread. */
    Supplier<ThreadContext.StoredContext> context() {
        return lookups.threadPool.getThreadContext().newRestorableContext(true);
    }

    /** Returns whether a document replaces only the fields that it has, if there is one by its name. */
    boolean isPartial(Metadata document) {
        LookupQueue queue = filter.queue();
        return queue != null && queue.documents.isPartial(document.getIndex(), document.getId());
    }

    /** Adds a document to the lookup queue of its request. Never throws. */
    void add(PendingDocument pending) {
        LookupQueue queue = filter.queue();
        if (queue == null) {
            // A document of a simulated pipeline is alone, and nothing is kept of it.
            queue = new LookupQueue(lookups, new BulkDocuments(List.of()), JobMonitor.NONE);
        }
        queue.add(pending);
    }
}
