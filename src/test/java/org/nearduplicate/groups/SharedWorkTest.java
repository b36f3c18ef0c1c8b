package org.nearduplicate.groups;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.nearduplicate.groups.CountingMonitor.Stopped;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Listing.PeerGroups;
import org.nearduplicate.groups.part.RangeLinks;
import org.nearduplicate.groups.request.GroupsProgress;

/** Every piece is done once, whoever does it, and a peer has one at a time. */
public class SharedWorkTest extends PeersTestCase {

    private final List<Integer> own = new ArrayList<>();
    private final List<Integer> results = new ArrayList<>();

    public void testEveryPieceIsDoneOnce() {
        for (int i = 0; i < 100; i++) {
            own.clear();
            results.clear();
            List<CountingPeer> peers = new ArrayList<>();
            boolean oneNeverFails = false;
            int failing = 0;
            for (int count = random().nextInt(4); count > 0; count--) {
                int kind = random().nextInt(KINDS);
                oneNeverFails |= kind == NEVER_FAILS;
                failing += kind == FAILS ? 1 : 0;
                peers.add(new CountingPeer(() -> randomFailure(kind)));
            }
            int pieces = random().nextInt(30);
            run(peers, pieces, GroupsProgress.NONE);
            TreeSet<Integer> done = new TreeSet<>(own);
            done.addAll(results);
            assertEquals(pieces, own.size() + results.size());
            assertEquals(pieces, done.size());
            // What two fail with is the caller's.
            if (oneNeverFails && failing < 2) {
                assertEquals("what a peer can do", List.of(), own);
            }
        }
    }

    public void testWhoFailedIsNotAskedAgain() {
        CountingPeer peer = new CountingPeer(() -> new IllegalStateException("broken"));
        run(List.of(peer), 3, GroupsProgress.NONE);
        assertEquals(List.of(0, 1, 2), own.stream().sorted().toList());
        assertEquals(1, peer.asked());
    }

    /** One that has no room is asked again after a while, 30 times in all, and when another piece is done. */
    public void testWhoIsFullIsAskedAgain() {
        AtomicInteger refusals = new AtomicInteger(30);
        CountingPeer peer = new CountingPeer(
                () -> refusals.getAndDecrement() > 0 ? new PeerFullException(null) : null);
        run(List.of(peer), 3, GroupsProgress.NONE);
        assertEquals(List.of(), own);
        assertEquals(33, peer.asked());
        CountingPeer alwaysFull = new CountingPeer(() -> new PeerFullException(null));
        run(List.of(alwaysFull), 3, GroupsProgress.NONE);
        assertEquals(3, own.size());
        assertEquals(33, alwaysFull.asked());
    }

    /** What two of them fail with others are not asked for. */
    public void testNotAllFailWithTheSame() {
        List<CountingPeer> peers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            peers.add(new CountingPeer(() -> new IllegalStateException("broken")));
        }
        run(peers, 1, GroupsProgress.NONE);
        assertEquals(List.of(0), own);
        assertEquals(2, peers.stream().mapToInt(CountingPeer::asked).sum());
    }

    public void testAnswersAreCancelledWhenAPieceFailsForGood() {
        CompletableFuture<Integer> silent = new CompletableFuture<>();
        List<CountingPeer> peers = List.of(
                new CountingPeer(() -> null) {
                    @Override
                    CompletableFuture<Integer> ask(int piece) {
                        return silent;
                    }
                },
                new CountingPeer(() -> null));
        IllegalStateException failure = new IllegalStateException("wrong");
        SharedWork<Integer, Integer> work = new SharedWork<>(
                peers, (peer, piece) -> ((CountingPeer) peer).ask(piece), own::add,
                (piece, result) -> {
                    throw failure;
                },
                Duration.ZERO, GroupsProgress.NONE);
        assertSame(
                failure,
                expectThrows(
                        IllegalStateException.class, () -> work.run(List.of(1, 2).iterator())));
        assertTrue(silent.isCancelled());
    }

    public void testWhatTheCallerFailsWithIsThrown() {
        IllegalStateException failure = new IllegalStateException("nobody can");
        SharedWork<Integer, Integer> work = new SharedWork<>(
                List.of(new CountingPeer(() -> failure)),
                (peer, piece) -> ((CountingPeer) peer).ask(piece),
                piece -> {
                    throw failure;
                },
                (piece, result) -> fail("not done"), Duration.ZERO, GroupsProgress.NONE);
        assertSame(
                failure,
                expectThrows(
                        IllegalStateException.class, () -> work.run(List.of(1).iterator())));
    }

    public void testWaitingForASilentPeerCanBeStopped() {
        Peer silent = new CountingPeer(() -> null) {
            @Override
            CompletableFuture<Integer> ask(int piece) {
                return new CompletableFuture<>();
            }
        };
        expectThrows(
                Stopped.class,
                () -> run(List.of((CountingPeer) silent), 1, CountingMonitor.ofChecks(2)));
        assertEquals(List.of(), results);
    }

    private void run(List<CountingPeer> peers, int pieces, GroupsProgress monitor) {
        new SharedWork<Integer, Integer>(
                peers, (peer, piece) -> ((CountingPeer) peer).ask(piece), own::add,
                (piece, result) -> {
                    assertEquals(piece, result);
                    results.add(result);
                },
                Duration.ZERO, monitor)
                .run(IntStream.range(0, pieces).iterator());
    }

    /** Answers with the piece, from another thread, but fails now and then. */
    private class CountingPeer implements Peer {

        private final Supplier<RuntimeException> failure;
        private final AtomicInteger underWay = new AtomicInteger();
        private int asked;

        CountingPeer(Supplier<RuntimeException> failure) {
            this.failure = failure;
        }

        int asked() {
            return asked;
        }

        CompletableFuture<Integer> ask(int piece) {
            asked++;
            assertEquals("pieces at a time", 1, underWay.incrementAndGet());
            RuntimeException e = failure.get();
            return CompletableFuture.supplyAsync(() -> {
                underWay.decrementAndGet();
                return piece;
            }, threads).thenCompose(
                    done -> e == null
                            ? CompletableFuture.completedFuture(done)
                            : CompletableFuture.failedFuture(e));
        }

        @Override
        public CompletableFuture<RangeLinks> link(KeyRange range) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<PeerGroups> group(List<int[]> parts, Map<Long, byte[]> blocks) {
            throw new UnsupportedOperationException();
        }
    }
}
