package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.lookup.LookupParameters;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.lookup.TransportLookupAction;
import org.nearduplicate.elasticsearch.request.InContext;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.recent.RecentDocuments;

/**
 * The documents of a node that wait to hear what they are near duplicates of. A bounded number waits, the others are
 * refused; a bounded number of lookups is under way, each for many documents, and for one target half of that. No thread
 * waits. Safe for use by several threads.
 */
final class Gates {

    private final Client client;
    private final ThreadPool threadPool;
    private final CircuitBreaker breaker;
    private final IngestSettings settings;
    private final Judge judge;
    private final RecentDocuments recent;
    private final Map<Target, Gate> gates = new HashMap<>();
    private final SequencedSet<Gate> next = new LinkedHashSet<>();
    private final TreeSet<Long> undecided = new TreeSet<>();
    private int waiting;

    /** Lookups that are not decided: what is answered and waits for its turn takes memory too. */
    private int underWay;
    private int undecidedDocuments;
    private long lastLookup;

    /**
     * @param client asks for lookups
     * @param threadPool decides, on generic threads
     * @param breaker is charged with what waits
     * @param recent the documents that no search sees yet
     */
    Gates(
            Client client,
            ThreadPool threadPool,
            CircuitBreaker breaker,
            IngestSettings settings,
            Judge judge,
            RecentDocuments recent) {
        this.client = client;
        this.threadPool = threadPool;
        this.breaker = breaker;
        this.settings = settings;
        this.judge = judge;
        this.recent = recent;
    }

    /** Lets a document wait for its answer. Never throws: a document that is refused is answered with that. */
    void ask(Target target, Question question) {
        try {
            breaker.addEstimateBytesAndMaybeBreak(
                    question.ramBytesUsed(), "near_duplicate ingest");
        } catch (CircuitBreakingException e) {
            question.fail(e);
            return;
        }
        if (enqueue(target, question)) {
            startLookups();
        } else {
            breaker.addWithoutBreaking(-question.ramBytesUsed());
            question.fail(
                    new EsRejectedExecutionException(
                            "near duplicates could not be looked up: [" + settings.queueCapacity()
                                    + "] documents are waiting already, as many as ["
                                    + IngestSettings.QUEUE_CAPACITY.getKey() + "] allows"));
        }
    }

    /** Returns how many documents wait or are looked up. */
    synchronized int inFlight() {
        return waiting + undecidedDocuments;
    }

    /**
     * Takes note that a search sees what a shard wrote.
     *
     * @param index what tells its index from others
     * @param shard the shard
     * @param upTo the sequence number up to which all is seen
     */
    void visible(String index, int shard, long upTo) {
        recent.visible(index, shard, upTo, lastLookup());
        recent.forgetSeen(oldestLookup());
    }

    private synchronized long lastLookup() {
        return lastLookup;
    }

    /** Returns the number of the first lookup that is not decided, or that of the next one. */
    private synchronized long oldestLookup() {
        return undecided.isEmpty() ? lastLookup + 1 : undecided.first();
    }

    private synchronized boolean enqueue(Target target, Question question) {
        if (waiting == settings.queueCapacity()) {
            return false;
        }
        waiting++;
        Gate gate = gates.computeIfAbsent(target, Gate::new);
        gate.add(question);
        queue(gate);
        return true;
    }

    /** One target that is slow leaves lookups to others. */
    private void queue(Gate gate) {
        if (gate.hasWaiting()
                && gate.underWay() < Math.max(1, settings.maxConcurrentRequests() / 2)) {
            next.add(gate);
        }
    }

    private void startLookups() {
        for (Batch batch = nextBatch(); batch != null; batch = nextBatch()) {
            lookUp(batch);
        }
    }

    /** Returns the next lookup, or null if nothing waits or enough are under way. Targets take turns. */
    private synchronized Batch nextBatch() {
        if (underWay == settings.maxConcurrentRequests() || next.isEmpty()) {
            return null;
        }
        Gate gate = next.removeFirst();
        Batch batch = gate.nextBatch(++lastLookup, settings.maxLookupsPerRequest());
        underWay++;
        undecided.add(batch.number());
        undecidedDocuments += batch.questions().size();
        waiting -= batch.questions().size();
        queue(gate);
        return batch;
    }

    /** Asks with the rights of who sent the documents. */
    private void lookUp(Batch batch) {
        Target target = batch.gate().target();
        LocalRequest<LookupParameters> request = new LocalRequest<>(
                target.names(),
                SearchRequest.DEFAULT_INDICES_OPTIONS,
                new LookupParameters(
                        ProcessorOptions.NEAR_FIELD, target.field(), target.verify(),
                        batch.questions().stream().map(Question::text).toList()),
                "near duplicates of [" + batch.questions().size() + "] documents",
                null,
                false,
                0);
        InContext.run(
                batch.questions().getFirst().context().get(),
                () -> ActionListener.run(
                        ActionListener.<LookupResponse>wrap(
                                answer -> answered(batch, answer, null),
                                failure -> answered(batch, null, failure)),
                        listener -> client.execute(
                                TransportLookupAction.TYPE, request, listener)));
    }

    /** On whatever thread this is: it has other work. */
    private void answered(Batch batch, LookupResponse answer, Exception failure) {
        synchronized (this) {
            batch.answer(answer, failure);
        }
        // Lookups that fail at once would call each other as deep as there are many.
        threadPool.generic().execute(() -> decideNext(batch.gate()));
    }

    /** Decides the next lookup of a gate, if it is its turn, then answers. */
    private void decideNext(Gate gate) {
        Batch batch;
        synchronized (this) {
            batch = gate.beginDecision();
        }
        if (batch == null) {
            return;
        }
        List<Releasable> answers = decide(batch);
        Batch rest = endDecision(batch, answers.size());
        recent.forgetSeen(oldestLookup());
        // The next may be looked up and decided while these go on with their pipelines.
        threadPool.generic().execute(rest == null ? this::startLookups : () -> lookUp(rest));
        threadPool.generic().execute(() -> decideNext(gate));
        // All of them, also if somebody throws.
        Releasables.close(answers);
    }

    /** Returns the lookup of the documents that were not decided, which takes the place of theirs, or null. */
    private synchronized Batch endDecision(Batch batch, int decided) {
        Gate gate = batch.gate();
        gate.endDecision();
        undecided.remove(batch.number());
        undecidedDocuments -= decided;
        if (decided < batch.questions().size()) {
            Batch rest = gate.again(++lastLookup, batch, decided);
            undecided.add(rest.number());
            return rest;
        }
        underWay--;
        queue(gate);
        if (gate.isIdle()) {
            gates.remove(gate.target(), gate);
        }
        return null;
    }

    /** Decides documents up to the first of which more has to be looked up, and returns what answers them. */
    private List<Releasable> decide(Batch batch) {
        List<Releasable> answers = new ArrayList<>(batch.questions().size());
        for (int i = 0; i < batch.questions().size(); i++) {
            Question question = batch.questions().get(i);
            Releasable answer = decide(batch, i, question);
            if (answer == null) {
                break;
            }
            breaker.addWithoutBreaking(-question.ramBytesUsed());
            answers.add(answer);
        }
        return answers;
    }

    private Releasable decide(Batch batch, int number, Question question) {
        try {
            if (batch.failure() != null && Judge.isEmptyIndex(batch, question) == false) {
                return () -> question.fail(batch.failure());
            }
            Verdict verdict = batch.failure() == null
                    ? judge.decide(batch, number)
                    : Verdict.NOTHING;
            return verdict == null ? null : () -> question.answer(verdict);
        } catch (RuntimeException e) {
            return () -> question.fail(e);
        }
    }
}
