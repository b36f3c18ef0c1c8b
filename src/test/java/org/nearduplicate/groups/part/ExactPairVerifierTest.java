package org.nearduplicate.groups.part;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.Records;
import org.nearduplicate.groups.StubShard;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.SignatureFormat;
import org.nearduplicate.sketch.sets.CountedPart;
import org.nearduplicate.sketch.sets.ReferenceSet;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.StoredShingles;

/** Shingle sets too many for one batch are compared as if they were all in memory. */
public class ExactPairVerifierTest extends LuceneTestCase {

    private static final int HASH_COUNT = 16;

    /** The shingles of the largest set. */
    private static final int MOST = 1_600_000;

    private final CountingMonitor monitor = CountingMonitor.unlimited();
    private final List<Run> sets = new ArrayList<>();
    private int fetches;
    private long fetchedBytes;
    /** The bytes that were fetched since the last comparison. */
    private long heldBytes;
    private long mostHeld;
    private boolean comparing;

    /** 36 sets of two megabytes or more are more than a batch takes, and each answer holds one of them. */
    public void testLargeSets() {
        for (int i = 0; i < 36; i++) {
            int size = TestUtil.nextInt(random(), 1_100_000, MOST);
            int first = random().nextInt(1_000_000);
            addSet(first, size);
        }
        assertPairs(0.4);
        assertTrue("one batch only", fetches > sets.size());
        long twoSets = 2 * StoredShingles.length(MOST);
        assertTrue(mostHeld + " bytes", mostHeld < ExactPairVerifier.BATCH_BYTES + twoSets);
    }

    /** 750 sets have more pairs than a batch takes. */
    public void testManyPairs() {
        for (int i = 0; i < 750; i++) {
            addSet(random().nextInt(5), TestUtil.nextInt(random(), 1, 10));
        }
        assertPairs(0);
        assertTrue("one batch only", fetches > 2);
    }

    public void testSetsTooDifferentInSizeAreNotFetched() {
        addSet(0, 10);
        addSet(0, 21);
        assertPairs(0.5);
        assertEquals(0, fetchedBytes);
        addSet(0, 20);
        assertPairs(0.5);
        assertEquals(
                ReferenceSet.length(10) + ReferenceSet.length(20) + ReferenceSet.length(21),
                fetchedBytes);
    }

    /** Copies of two times are similar, whatever does not count of them. */
    public void testCopiesAreNotFetched() {
        PeerFormat peers = new PeerFormat(false, Duration.ofDays(1));
        SignatureFormat format = new SignatureFormat(HASH_COUNT, Byte.SIZE);
        byte[] text = Records.record(5, new byte[HASH_COUNT]);
        DistinctSignatures signatures =
                new DistinctSignatures(format, peers, 2, JobMonitor.NONE);
        for (int second = 0; second < 2; second++) {
            byte[] signed = Arrays.copyOf(text, text.length + peers.length());
            peers.putTime(signed, text.length, Instant.ofEpochSecond(second));
            signatures.add(signed, 1);
        }
        signatures.finish();
        List<Double> found = new ArrayList<>();
        PairVerifier verifier = new ExactPairVerifier(
                signatures, format, new int[] {0, 1},
                new DocumentAddresses(List.of(new Sets("a"))), new CountedPart(5), monitor)
                .begin(0.9, (a, b, similarity) -> found.add(similarity));
        verifier.add(0, 1);
        verifier.finish();
        assertEquals(List.of(1.0), found);
        assertEquals(0, fetches);
    }

    private void addSet(int first, int size) {
        sets.add(new Run(first, size));
    }

    private void assertPairs(double minSimilarity) {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < sets.size(); i++) {
            byte[] components = new byte[HASH_COUNT];
            ByteBuffer.wrap(components).putInt(i);
            records.add(Records.record(sets.get(i).size(), components));
        }
        DistinctSignatures signatures = DistinctSignaturesTest.signatures(records, JobMonitor.NONE);
        List<Shard> shards = List.of(new Sets("a"), new Sets("b"));
        DocumentAddresses all = new DocumentAddresses(shards);
        int[] addresses = new int[sets.size()];
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = all.address(i / (addresses.length / 2 + 1), i);
        }
        Map<Long, Double> found = new HashMap<>();
        long before = monitor.reserved();
        ExactPairVerifier exact = new ExactPairVerifier(
                signatures, new SignatureFormat(HASH_COUNT, Byte.SIZE), addresses, all,
                new CountedPart(0), monitor);
        assertEquals(sets.size() * 4L, monitor.reserved() - before);
        before = monitor.reserved();
        PairVerifier verifier = exact.begin(
                minSimilarity,
                new PairVerifier.Sink() {
                    @Override
                    public boolean isWanted(int a, int b) {
                        comparing = true;
                        return true;
                    }

                    @Override
                    public void accept(int a, int b, double similarity) {
                        long bytes = heldBytes + 8L * sets.get(a).size();
                        assertTrue(bytes + " bytes are held", monitor.reserved() >= bytes);
                        assertNull(found.put(pair(a, b), similarity));
                    }
                });
        Map<Long, Double> expected = new HashMap<>();
        for (int a = 0; a < sets.size(); a++) {
            for (int b = a + 1; b < sets.size(); b++) {
                verifier.add(a, b);
                double similarity = sets.get(a).jaccard(sets.get(b));
                if (similarity >= minSimilarity) {
                    expected.put(pair(a, b), similarity);
                }
            }
        }
        verifier.finish();
        assertEquals(expected, found);
        assertEquals(before, monitor.reserved());
    }

    private static long pair(int a, int b) {
        return (long) a << Integer.SIZE | b;
    }

    /** A set of numbers that follow each other, so that its ends tell what it shares with others. */
    private record Run(int first, int size) {

        /** Kept for the fetches of a set that follow each other: large ones take long to make. */
        private static final Map<Run, byte[]> STORED = new WeakHashMap<>();

        byte[] stored() {
            return STORED.computeIfAbsent(this, Run::make);
        }

        private byte[] make() {
            ShingleHashes hashes = new ShingleHashes();
            for (long i = first; i < first + size; i++) {
                hashes.accept(i << 30);
            }
            return ShingleSet.of(hashes).toBytes();
        }

        double jaccard(Run other) {
            int end = Math.min(first + size, other.first + other.size);
            int common = Math.max(0, end - Math.max(first, other.first));
            return common / (double) (size + other.size - common);
        }
    }

    /** A shard that has the sets by the numbers of the documents. */
    private final class Sets extends StubShard {

        Sets(String index) {
            super(index);
        }

        @Override
        public CompletableFuture<byte[]> shingleSets(int[] documents) {
            fetches++;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int last = -1;
            for (int document : documents) {
                assertTrue("not in order", document > last);
                last = document;
                bytes.writeBytes(sets.get(document).stored());
            }
            fetchedBytes += bytes.size();
            heldBytes = bytes.size() + (comparing ? 0 : heldBytes);
            mostHeld = Math.max(mostHeld, heldBytes);
            comparing = false;
            return CompletableFuture.completedFuture(bytes.toByteArray());
        }
    }
}
