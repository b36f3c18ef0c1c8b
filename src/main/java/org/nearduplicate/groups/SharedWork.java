package org.nearduplicate.groups;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Shares pieces of work out among peers. A peer has one piece at a time. What it is too full for, or fails with, another
 * does; what two fail with, or no peer is left for, the caller does: so a failure of one node alone ends nothing, and
 * the caller soon meets what nobody can do. Belongs to one thread, which waits for the peers.
 *
 * @param <W> a piece of work
 * @param <R> its result
 */
final class SharedWork<W, R> {

    private static final int ATTEMPTS = 2;

    /** So often, in all, peers that are full are asked again where there is nothing else to wait for. */
    private static final int PAUSES = 30;

    private final BiFunction<Peer, W, CompletableFuture<R>> question;
    private final Consumer<W> own;
    private final BiConsumer<W, R> results;
    private final JobMonitor monitor;
    private final Duration pause;

    private final Set<Peer> idle;
    private final Set<Peer> full = new LinkedHashSet<>();
    private final Map<Peer, UnderWay<W, R>> underWay = new LinkedHashMap<>();
    private final Queue<Piece<W>> givenBack = new ArrayDeque<>();
    private final Queue<Piece<W>> forCaller = new ArrayDeque<>();
    private int pausesLeft = PAUSES;

    /**
     * @param question what a peer is asked for a piece
     * @param own does a piece in the thread that calls
     * @param results takes what peers did, in that thread
     * @param pause for how long peers are left alone that are full
     */
    SharedWork(
            Collection<? extends Peer> peers, BiFunction<Peer, W, CompletableFuture<R>> question,
            Consumer<W> own, BiConsumer<W, R> results, Duration pause, JobMonitor monitor) {
        this.idle = new LinkedHashSet<>(peers);
        this.question = question;
        this.own = own;
        this.results = results;
        this.pause = pause;
        this.monitor = monitor;
    }

    /**
     * A piece of work.
     *
     * @param failures how many peers failed with it
     */
    private record Piece<W>(W work, int failures) {}

    private record UnderWay<W, R>(Piece<W> piece, CompletableFuture<R> answer) {}

    /**
     * Has all work done. When one piece fails for good, the answers to others are cancelled.
     *
     * @param work the pieces; the next one is asked for when somebody is idle
     * @throws RuntimeException what a piece failed with that the caller did, or what the monitor stopped the job with
     */
    void run(Iterator<W> work) {
        try {
            runAll(work);
        } finally {
            underWay.values().forEach(asked -> asked.answer.cancel(false));
        }
    }

    private void runAll(Iterator<W> work) {
        do {
            handOut(work);
            if (forCaller.isEmpty() == false) {
                doOne(forCaller.poll());
            } else if (underWay.isEmpty() == false) {
                awaitAny();
                collect();
            } else if (full.isEmpty() == false && pausesLeft > 0 && hasNext(work)) {
                pausesLeft--;
                Await.pause(pause, monitor);
                askFullOnesAgain();
            } else if (hasNext(work)) {
                doOne(next(work));
            }
        } while (underWay.isEmpty() == false || forCaller.isEmpty() == false || hasNext(work));
    }

    private void handOut(Iterator<W> work) {
        while (idle.isEmpty() == false && hasNext(work)) {
            Piece<W> piece = next(work);
            Peer peer = idle.iterator().next();
            idle.remove(peer);
            underWay.put(peer, new UnderWay<>(piece, question.apply(peer, piece.work)));
        }
    }

    private boolean hasNext(Iterator<W> work) {
        return givenBack.isEmpty() == false || work.hasNext();
    }

    private Piece<W> next(Iterator<W> work) {
        Piece<W> piece = givenBack.poll();
        return piece == null ? new Piece<>(work.next(), 0) : piece;
    }

    private void doOne(Piece<W> piece) {
        own.accept(piece.work);
        askFullOnesAgain();
    }

    private void awaitAny() {
        CompletableFuture<?>[] answers = underWay.values()
                .stream()
                .map(asked -> asked.answer.handle((answer, failure) -> null))
                .toArray(CompletableFuture[]::new);
        Await.answer(CompletableFuture.anyOf(answers), monitor);
    }

    private void collect() {
        for (Peer peer : List.copyOf(underWay.keySet())) {
            if (underWay.get(peer).answer.isDone()) {
                collect(peer, underWay.remove(peer));
            }
        }
    }

    private void collect(Peer peer, UnderWay<W, R> asked) {
        if (asked.answer.isCompletedExceptionally() == false) {
            results.accept(asked.piece.work, asked.answer.join());
            idle.add(peer);
            askFullOnesAgain();
        } else if (asked.answer.exceptionNow() instanceof PeerFullException) {
            givenBack.add(asked.piece);
            full.add(peer);
        } else {
            int failures = asked.piece.failures + 1;
            (failures < ATTEMPTS ? givenBack : forCaller)
                    .add(new Piece<>(asked.piece.work, failures));
        }
    }

    private void askFullOnesAgain() {
        idle.addAll(full);
        full.clear();
    }
}
