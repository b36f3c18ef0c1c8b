package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntUnaryOperator;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.StubShard;
import org.nearduplicate.groups.request.TooLargeException;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.job.JobMonitor;

/** Each document has an address of its own, in the order of shards, and is found by it. */
public class DocumentAddressesTest extends LuceneTestCase {

    /** Addresses have no sign: those of the upper half are negative ints. */
    public void testAddressesUpTo32Bits() {
        int most = Integer.MAX_VALUE;
        DocumentAddresses all = new DocumentAddresses(shards(most, most, 2));
        assertEquals(1L << Integer.SIZE, all.count());
        for (int shard = 0; shard < 2; shard++) {
            for (int doc : new int[] {0, 1, most - 1}) {
                int address = all.address(shard, doc);
                assertEquals(shard, all.shard(address));
                assertEquals(doc, all.docs(shard, new int[] {address}, 0, 1)[0]);
                assertTrue(all.isIn(shard, address));
            }
        }
        assertEquals(-1, all.address(2, 1));
        assertEquals(2, all.shard(-1));
        assertEquals(1, all.docs(2, new int[] {-1}, 0, 1)[0]);
        assertTrue(all.isIn(2, -1));
        assertFalse(all.isIn(1, -1));
    }

    public void testMoreDocumentsThanAddressesAreRefused() {
        int most = Integer.MAX_VALUE;
        TooLargeException e = expectThrows(
                TooLargeException.class, () -> new DocumentAddresses(shards(most, most, 3)));
        assertEquals(
                "a run takes indices of at most [4294967296] documents, hidden and deleted ones"
                        + " included, got [4294967297]; ask about fewer indices",
                e.getMessage());
    }

    private static List<Shard> shards(int... sizes) {
        List<Shard> shards = new ArrayList<>();
        for (int size : sizes) {
            shards.add(new StubShard("index") {
                @Override
                public int maxDoc() {
                    return size;
                }
            });
        }
        return shards;
    }

    private static final int MOST_DOCUMENTS = 1 << 16;
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_UNDER_WAY = 4;
    private static final List<Shard> SHARDS = List.of(
            new StubShard("0"), new StubShard("1"), new StubShard("2"));

    private static final DocumentAddresses ALL = new DocumentAddresses(SHARDS);

    private final List<int[]> asked = new ArrayList<>();
    private final List<Integer> read = new ArrayList<>();
    private int answered;
    private int mostAnswered = Integer.MAX_VALUE;
    private JobMonitor monitor = JobMonitor.NONE;

    /** What is not answered is read again, before what comes after it. */
    public void testAllKeysInOrder() {
        for (int i = 0; i < 20; i++) {
            mostAnswered =
                    random().nextBoolean() ? Integer.MAX_VALUE : 500 + random().nextInt(3_000);
            int[] keys = random().ints(random().nextInt(20_000), 0, 60_000)
                    .map(key -> ALL.address(key % 3, key))
                    .sorted()
                    .distinct()
                    .toArray();
            int bytes = random().nextInt(3_000);
            read(keys, place -> bytes);
            assertEquals(Arrays.stream(keys).boxed().toList(), read);
        }
    }

    public void testChunksOfManyDocuments() {
        read(keys(150_000), place -> 1);
        assertEquals(
                List.of(MOST_DOCUMENTS, MOST_DOCUMENTS, 150_000 - 2 * MOST_DOCUMENTS),
                asked.stream().map(chunk -> chunk.length).toList());
    }

    /** A chunk ends with the document that fills it; one too large for any is a chunk of its own. */
    public void testChunksOfManyBytes() {
        read(keys(7), place -> MOST_BYTES / 2);
        assertEquals(
                List.of(2, 2, 2, 1), asked.stream().map(chunk -> chunk.length).toList());
        read(keys(3), place -> Integer.MAX_VALUE);
        assertEquals(List.of(1, 1, 1), asked.stream().map(chunk -> chunk.length).toList());
        int bytes = TestUtil.nextInt(random(), 1000, MOST_BYTES);
        read(keys(5_000), place -> bytes);
        for (int[] chunk : asked) {
            assertTrue((chunk.length - 1L) * bytes < MOST_BYTES);
        }
    }

    private static int[] keys(int count) {
        int[] keys = new int[count];
        Arrays.setAll(keys, document -> ALL.address(1, document));
        return keys;
    }

    public void testMemoryIsChargedBeforeTheRequest() {
        mostAnswered = random().nextBoolean() ? Integer.MAX_VALUE : 10_000;
        int bytes = 1 + random().nextInt(1_000);
        CountingMonitor all = CountingMonitor.unlimited();
        monitor = all;
        read(keys(300_000), place -> bytes);
        int chunk = Math.min(MOST_DOCUMENTS, (MOST_BYTES + bytes - 1) / bytes);
        assertEquals((long) MOST_UNDER_WAY * chunk * bytes, all.peak());
        assertEquals(0, all.reserved());
        monitor = CountingMonitor.ofBytes(all.peak() - 1);
        expectThrows(CountingMonitor.Stopped.class, () -> read(keys(300_000), place -> bytes));
        assertEquals("nothing beyond the memory", MOST_UNDER_WAY - 1, asked.size());
    }

    /** Reads keys; an answer has the keys that it is for. */
    private void read(int[] keys, IntUnaryOperator bytes) {
        asked.clear();
        read.clear();
        answered = 0;
        ALL.read(
                keys, bytes, DocumentAddresses.CHUNKS, this::ask,
                (from, to, answer) -> {
                    assertEquals(Math.min(mostAnswered, to - from), answer.size());
                    assertEquals(keys[from], answer.getFirst().intValue());
                    read.addAll(answer);
                    answered++;
                    return from + answer.size();
                }, monitor);
        assertEquals(asked.size(), answered);
    }

    private CompletableFuture<List<Integer>> ask(Shard shard, int[] documents) {
        asked.add(documents);
        assertTrue(documents.length > 0 && documents.length <= MOST_DOCUMENTS);
        assertTrue("too many at a time", asked.size() - answered <= MOST_UNDER_WAY);
        int number = Integer.parseInt(shard.index());
        return CompletableFuture.completedFuture(
                Arrays.stream(documents)
                        .limit(mostAnswered)
                        .mapToObj(document -> ALL.address(number, document))
                        .toList());
    }
}
