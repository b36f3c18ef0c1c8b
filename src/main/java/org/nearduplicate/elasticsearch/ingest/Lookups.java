package org.nearduplicate.elasticsearch.ingest;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.common.util.concurrent.ThrottledTaskRunner;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.lookup.LookupParameters;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.lookup.TransportLookupAction;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.LocalRequest;

/**
 * The lookups of a node for documents that are indexed, a bounded number at a time, and the documents that wait for one.
 * Safe for use by several threads, none of which waits for another.
 */
final class Lookups {

    private static final String LABEL = "near_duplicate ingest";

    /** How many lookups a node has under way at the same time. */
    private static final Setting<Integer> MAX_CONCURRENT_REQUESTS = Setting.intSetting(
            "near_duplicate.ingest.max_concurrent_requests", 8, 1, 1_000, Property.NodeScope);

    /** How many documents are looked up together. */
    private static final Setting<Integer> MAX_LOOKUPS_PER_REQUEST = Setting.intSetting(
            "near_duplicate.ingest.max_lookups_per_request", 128, 1, 10_000, Property.NodeScope);

    /**
     * How many documents may wait for a lookup; more are refused if there is no room in time. A bulk request hands in all of its
     * documents at once.
     */
    private static final Setting<Integer> QUEUE_CAPACITY = Setting.intSetting(
            "near_duplicate.ingest.queue_capacity", 16_384, 1, Property.NodeScope);

    /** How long documents that are more than that wait before they are refused. */
    private static final Setting<TimeValue> QUEUE_TIMEOUT = Setting.timeSetting(
            "near_duplicate.ingest.queue_timeout", TimeValue.timeValueSeconds(30),
            TimeValue.ZERO, Property.NodeScope);

    /** The settings of a node. */
    static final List<Setting<?>> SETTINGS = List.of(
            MAX_CONCURRENT_REQUESTS, MAX_LOOKUPS_PER_REQUEST, QUEUE_CAPACITY, QUEUE_TIMEOUT);

    /** Has the threads on which documents are decided, and the clock. */
    final ThreadPool threadPool;

    /** How many documents are looked up together. */
    final int maxDocuments;

    /** How many lookups one bulk request may have at a time. */
    final int maxOfOneRequest;

    /** Starts lookups as others end. A lookup has to release the turn that it is granted. */
    final ThrottledTaskRunner turns;

    private final Client client;
    private final CircuitBreaker breaker;
    private final int queueCapacity;
    private final TimeValue queueTimeout;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger undecided = new AtomicInteger();

    Lookups(Client client, ThreadPool threadPool, CircuitBreaker breaker, Settings settings) {
        this.client = client;
        this.threadPool = threadPool;
        this.breaker = breaker;
        this.maxDocuments = MAX_LOOKUPS_PER_REQUEST.get(settings);
        this.maxOfOneRequest = Math.max(1, MAX_CONCURRENT_REQUESTS.get(settings) / 2);
        this.queueCapacity = QUEUE_CAPACITY.get(settings);
        this.queueTimeout = QUEUE_TIMEOUT.get(settings);
        this.turns = new ThrottledTaskRunner(
                "near_duplicate_lookups", MAX_CONCURRENT_REQUESTS.get(settings),
                threadPool.generic());
    }

    /** Returns how many documents wait, or are looked up, or wait for those before them. */
    int inFlight() {
        return undecided.get();
    }

    /** Opens an account for what a bulk request keeps in memory. */
    BreakerAccount account() {
        return new BreakerAccount(breaker, LABEL);
    }

    /**
     * Counts and charges a document that has to be decided.
     *
     * @return when it is refused if no lookup has taken it by then, in relative milliseconds
     * @throws org.elasticsearch.common.breaker.CircuitBreakingException if there is no memory for it
     */
    long enter(PendingDocument pending) {
        breaker.addEstimateBytesAndMaybeBreak(pending.ramBytesUsed(), LABEL);
        undecided.incrementAndGet();
        return waiting.incrementAndGet() > queueCapacity
                ? threadPool.relativeTimeInMillis() + queueTimeout.millis()
                : Long.MAX_VALUE;
    }

    /** A lookup has taken a document. */
    void take() {
        waiting.decrementAndGet();
    }

    /** A document is decided. */
    void leave(PendingDocument pending) {
        undecided.decrementAndGet();
        breaker.addWithoutBreaking(-pending.ramBytesUsed());
    }

    EsRejectedExecutionException refusal() {
        return new EsRejectedExecutionException(
                "near duplicates could not be looked up: [" + queueCapacity
                        + "] documents are waiting already, as many as ["
                        + QUEUE_CAPACITY.getKey() + "] allows, and were for ["
                        + queueTimeout + "]");
    }

    /** Looks up texts. Without texts it only checks the target. */
    void lookUp(
            Target target, List<LookupText> texts, ActionListener<LookupResponse> listener) {
        LocalRequest<LookupParameters> request = new LocalRequest<>(
                target.names(),
                SearchRequest.DEFAULT_INDICES_OPTIONS,
                new LookupParameters(
                        target.field(), target.verify(), target.ignore(), target.counterparts(),
                        texts),
                "near duplicates of [" + texts.size() + "] documents",
                null,
                false,
                0);
        ActionListener.run(
                listener,
                answered -> client.execute(TransportLookupAction.TYPE, request, answered));
    }
}
