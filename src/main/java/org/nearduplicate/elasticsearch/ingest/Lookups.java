package org.nearduplicate.elasticsearch.ingest;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.common.util.concurrent.ThrottledTaskRunner;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.lookup.LookupParameters;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.lookup.LookupText;
import org.nearduplicate.elasticsearch.lookup.TransportLookupAction;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.InContext;
import org.nearduplicate.elasticsearch.request.LocalRequest;

/**
 * The lookups of a node for documents that come in, a bounded number at a time, and the documents that wait for one. Safe for use by
 * several threads, none of which waits for another.
 */
final class Lookups {

    private static final String LABEL = "near_duplicate ingest";

    private final Client client;
    private final ThreadPool threadPool;
    private final CircuitBreaker breaker;
    private final IngestSettings settings;
    private final ThrottledTaskRunner runner;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger undecided = new AtomicInteger();

    /**
     * @param client asks
     * @param threadPool has the threads on which documents are decided, and the clock
     * @param breaker is charged with documents
     */
    Lookups(Client client, ThreadPool threadPool, CircuitBreaker breaker, IngestSettings settings) {
        this.client = client;
        this.threadPool = threadPool;
        this.breaker = breaker;
        this.settings = settings;
        this.runner = new ThrottledTaskRunner(
                "near_duplicate_lookups", settings.maxConcurrentRequests(), threads());
    }

    /** Returns how many documents wait, or are looked up, or wait for those before them. */
    int inFlight() {
        return undecided.get();
    }

    /** Returns how many documents are looked up together. */
    int maxDocuments() {
        return settings.maxLookupsPerRequest();
    }

    /** Returns how many lookups one bulk request may have at a time. */
    int maxOfOneRequest() {
        return Math.max(1, settings.maxConcurrentRequests() / 2);
    }

    /** Opens an account for what a bulk request keeps in memory. */
    BreakerAccount account() {
        return new BreakerAccount(breaker, LABEL);
    }

    /** Returns the threads on which documents are decided. */
    Executor threads() {
        return threadPool.generic();
    }

    /**
     * A document comes that has to be decided.
     *
     * @return when it is refused if no lookup has taken it by then, in milliseconds of {@link #nowMillis}
     * @throws org.elasticsearch.common.breaker.CircuitBreakingException if there is no memory for it
     */
    long enter(Question question) {
        breaker.addEstimateBytesAndMaybeBreak(question.ramBytesUsed(), LABEL);
        undecided.incrementAndGet();
        return waiting.incrementAndGet() > settings.queueCapacity()
                ? nowMillis() + settings.queueTimeout().millis()
                : Long.MAX_VALUE;
    }

    /** A lookup has taken a document. */
    void take() {
        waiting.decrementAndGet();
    }

    /** A document is decided. */
    void leave(Question question) {
        undecided.decrementAndGet();
        breaker.addWithoutBreaking(-question.ramBytesUsed());
    }

    long nowMillis() {
        return threadPool.relativeTimeInMillis();
    }

    /** Runs something at a moment of {@link #nowMillis}. */
    void runAt(long millis, Runnable work) {
        threadPool.schedule(
                work, TimeValue.timeValueMillis(Math.max(0, millis - nowMillis())), threads());
    }

    EsRejectedExecutionException refusal() {
        return new EsRejectedExecutionException(
                "near duplicates could not be looked up: [" + settings.queueCapacity()
                        + "] documents are waiting already, as many as ["
                        + IngestSettings.QUEUE_CAPACITY.getKey() + "] allows, and were for ["
                        + settings.queueTimeout() + "]");
    }

    /** Tells when a lookup may begin; whoever is told has to release what he is given. */
    void whenThereIsRoom(ActionListener<Releasable> turn) {
        runner.enqueueTask(turn);
    }

    /** Asks with the rights of who sent the documents. */
    void lookUp(
            Target target, List<Question> questions, ActionListener<LookupResponse> listener) {
        List<LookupText> texts = questions.stream().map(Question::text).toList();
        InContext.run(
                questions.getFirst().context().get(), () -> send(target, texts, listener));
    }

    /** Looks up nothing: fails as the lookups of documents would. */
    void check(Target target, ActionListener<LookupResponse> listener) {
        send(target, List.of(), listener);
    }

    private void send(
            Target target, List<LookupText> texts, ActionListener<LookupResponse> listener) {
        LocalRequest<LookupParameters> request = new LocalRequest<>(
                target.names(),
                SearchRequest.DEFAULT_INDICES_OPTIONS,
                new LookupParameters(
                        ProcessorOptions.NEAR_FIELD, target.field(), target.verify(), texts),
                "near duplicates of [" + texts.size() + "] documents",
                null,
                false,
                0);
        ActionListener.run(
                listener,
                answered -> client.execute(TransportLookupAction.TYPE, request, answered));
    }
}
