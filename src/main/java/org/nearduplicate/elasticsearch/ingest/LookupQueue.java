package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.util.concurrent.ThreadContext.StoredContext;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.core.TimeValue;
import org.nearduplicate.elasticsearch.ingest.PendingDocument.Decision;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.job.MemoryBudget;

/**
 * The documents of one bulk request. They are looked up many at a time, and decided one after the other, in the order in
 * which they come: each is compared with those before it, wherever it is looked up. No thread waits. Safe for use by
 * several threads.
 */
final class LookupQueue {

    /** The documents and items of the request. */
    final BulkDocuments documents;

    private final Lookups lookups;

    /** Is charged for what was found, which is kept until all documents are written. */
    private final MemoryBudget budget;

    /** All documents that are not decided, in their order. */
    private final Deque<Arrival> undecided = new ArrayDeque<>();

    /** The documents of these that no lookup has taken. */
    private final Deque<Arrival> waiting = new ArrayDeque<>();

    private boolean isQueued;
    private int underWay;
    private boolean isDeciding;
    private boolean watchesClock;

    LookupQueue(Lookups lookups, BulkDocuments documents, MemoryBudget budget) {
        this.lookups = lookups;
        this.documents = documents;
        this.budget = budget;
    }

    /**
     * Adds a document, which waits for its decision. Never throws: the listener of a document that is refused gets the
     * refusal.
     */
    void add(PendingDocument pending) {
        long deadline;
        try {
            deadline = lookups.enter(pending);
        } catch (CircuitBreakingException e) {
            pending.listener().onFailure(e);
            return;
        }
        synchronized (this) {
            Arrival arrival = new Arrival(
                    pending, documents.arrive(pending.index(), pending.id()), deadline);
            undecided.add(arrival);
            waiting.add(arrival);
            if (deadline < Long.MAX_VALUE && watchesClock == false) {
                watchClock();
            }
        }
        queue();
    }

    private void watchClock() {
        long first = waiting.stream().mapToLong(arrival -> arrival.deadlineMillis).min()
                .orElse(Long.MAX_VALUE);
        watchesClock = first < Long.MAX_VALUE;
        if (watchesClock) {
            long left = Math.max(0, first - lookups.threadPool.relativeTimeInMillis());
            lookups.threadPool.schedule(
                    this::refuseOverdue, TimeValue.timeValueMillis(left),
                    lookups.threadPool.generic());
        }
    }

    /** Refuses the documents that waited too long; those that came later wait on. */
    private void refuseOverdue() {
        long now = lookups.threadPool.relativeTimeInMillis();
        synchronized (this) {
            List<Arrival> overdue = waiting.stream()
                    .filter(arrival -> arrival.deadlineMillis <= now)
                    .toList();
            waiting.removeIf(arrival -> arrival.deadlineMillis <= now);
            for (Arrival arrival : overdue) {
                lookups.take();
                arrival.failure = lookups.refusal();
            }
            watchClock();
        }
        decide();
    }

    /** Requests a turn for a lookup if documents wait. One request takes at most half of all turns. */
    private void queue() {
        synchronized (this) {
            if (isQueued || waiting.isEmpty() || underWay == lookups.maxOfOneRequest) {
                return;
            }
            isQueued = true;
            underWay++;
        }
        lookups.turns.enqueueTask(ActionListener.wrap(this::begin, this::failAll));
    }

    private void begin(Releasable turn) {
        List<Arrival> batch;
        synchronized (this) {
            isQueued = false;
            batch = take();
        }
        if (batch.isEmpty()) {
            ended(turn);
        } else {
            queue();
            lookUp(batch, () -> ended(turn));
        }
    }

    private void ended(Releasable turn) {
        synchronized (this) {
            underWay--;
        }
        turn.close();
        queue();
    }

    /** The node stops. */
    private void failAll(Exception failure) {
        List<Arrival> all;
        synchronized (this) {
            all = List.copyOf(waiting);
            waiting.clear();
        }
        fail(all, failure);
    }

    private void fail(List<Arrival> arrivals, Exception failure) {
        synchronized (this) {
            arrivals.forEach(arrival -> arrival.failure = failure);
        }
        decide();
    }

    /** Takes documents of one target, those that came first. */
    private List<Arrival> take() {
        List<Arrival> taken = new ArrayList<>();
        for (Iterator<Arrival> each = waiting.iterator(); each.hasNext()
                && taken.size() < lookups.maxDocuments;) {
            Arrival arrival = each.next();
            if (taken.isEmpty()
                    || arrival.pending.target().equals(taken.getFirst().pending.target())) {
                each.remove();
                lookups.take();
                taken.add(arrival);
            }
        }
        return taken;
    }

    /** Looks up documents with the rights of the sender of the first. */
    private void lookUp(List<Arrival> batch, Releasable ended) {
        PendingDocument first = batch.getFirst().pending;
        // The wrapper also handles a response that there is no memory for.
        ActionListener<LookupResponse> listener = ActionListener.wrap(
                response -> answered(batch, response),
                failure -> lookups.threadPool.generic().execute(() -> fail(batch, failure)));
        StoredContext outer = first.context().get();
        try (outer) {
            lookups.lookUp(
                    first.target(), batch.stream().map(arrival -> arrival.text).toList(),
                    ActionListener.runBefore(listener, ended::close));
        }
    }

    private void answered(List<Arrival> batch, LookupResponse response) {
        budget.reserve(response.ramBytesUsed());
        synchronized (this) {
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).response = response;
                batch.get(i).number = i;
            }
        }
        // The thread of the response has other work.
        lookups.threadPool.generic().execute(this::decide);
    }

    /** Decides documents as long as the next one is looked up, then calls their listeners. */
    private void decide() {
        List<Releasable> listeners = new ArrayList<>();
        for (Arrival arrival = beginDecision(); arrival != null; arrival = beginDecision()) {
            Releasable decided = decide(arrival);
            List<Arrival> again = endDecision(arrival, decided == null);
            if (decided == null) {
                lookups.turns.enqueueTask(
                        ActionListener.wrap(
                                turn -> lookUp(again, turn), failure -> fail(again, failure)));
            } else {
                lookups.leave(arrival.pending);
                listeners.add(decided);
            }
        }
        // Calls all listeners, also if one throws.
        Releasables.close(listeners);
    }

    private synchronized Arrival beginDecision() {
        Arrival next = undecided.peek();
        if (isDeciding || next == null || next.response == null && next.failure == null) {
            return null;
        }
        isDeciding = true;
        return next;
    }

    /** Returns what calls the listener of a document, or null if more has to be looked up. */
    private Releasable decide(Arrival arrival) {
        ActionListener<Decision> listener = arrival.pending.listener();
        try {
            Decision decision = arrival.decide(documents);
            return decision == null ? null : () -> listener.onResponse(decision);
        } catch (Exception e) {
            return () -> listener.onFailure(e);
        }
    }

    /**
     * Returns the documents that have to be looked up again, if the first of them has: too many of the documents that
     * were found for it have changed, at most as many as the request changes. The next ones of the same target need more
     * too. This is done under one lock with the end of the decision: no other thread may decide by the old response.
     */
    private synchronized List<Arrival> endDecision(Arrival first, boolean isLater) {
        isDeciding = false;
        if (isLater == false) {
            undecided.remove();
            return List.of();
        }
        List<Arrival> batch = undecided.stream()
                .filter(arrival -> arrival.pending.target().equals(first.pending.target()))
                .filter(arrival -> arrival.response != null && arrival.failure == null)
                .filter(arrival -> arrival.found().leftOut() > 0)
                .limit(lookups.maxDocuments)
                .toList();
        batch.forEach(arrival -> {
            arrival.text = arrival.text.withSize(arrival.text.size() + documents.changes());
            arrival.response = null;
        });
        return batch;
    }
}
