package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.sketch.JobMonitor;

/** What a job keeps is what the next one reads, and nothing of documents that hang together with none. */
public class KeptComponentsTest extends LuceneTestCase {

    public void testWhatIsKeptIsRead() {
        for (int i = 0; i < 50; i++) {
            CountingMonitor monitor = CountingMonitor.unlimited();
            List<Numbered> shards = new ArrayList<>();
            for (int shard = TestUtil.nextInt(random(), 1, 4); shard > 0; shard--) {
                shards.add(new Numbered("s" + shard));
            }
            DocumentAddresses all = new DocumentAddresses(shards);
            DocumentComponents found = new DocumentComponents(all, monitor);
            int[] addresses = random().ints(random().nextInt(200), 0, (int) all.count())
                    .distinct().toArray();
            found.add(addresses.length, place -> addresses[place]);
            for (int pairs = random().nextInt(1 + addresses.length); pairs > 0; pairs--) {
                found.link(any(addresses), any(addresses));
            }
            BucketBlocks blocks = new BucketBlocks(monitor);
            for (int buckets = random().nextInt(5); buckets > 0; buckets--) {
                random().nextBytes(blocks.put(random().nextLong(1L << 46), 3, 5));
            }
            KeptComponents kept = KeptComponents.of(
                    all, found, blocks, new DocumentReads(all, monitor), monitor);
            assertEquals(blocks.hashes(JobMonitor.NONE), kept.limited(JobMonitor.NONE));
            assertEquals(components(all, found, addresses), read(kept));
            assertTrue(kept.bytes().length <= 1 + 5 * 16 + shards.size() + 14L * kept.documents());
        }
    }

    public void testBytesThatAreNotWhole() {
        KeptComponents kept = new KeptComponents(
                List.of(version("a")), 2, 1, new byte[] {0, 2, 1, 0, 1, 1});
        assertEquals(1, read(kept).size());
        for (KeptComponents damaged : List.of(
                new KeptComponents(kept.shards(), 2, 1, new byte[] {0, 2, 1, 0, 1}),
                new KeptComponents(kept.shards(), 2, 1, new byte[] {0, 2, 1, 0, 1, 2}),
                new KeptComponents(kept.shards(), 2, 1, new byte[] {0, 2, 1, 0, 1, 1, 0}),
                new KeptComponents(kept.shards(), 3, 1, kept.bytes()),
                new KeptComponents(kept.shards(), 1, 1, kept.bytes()),
                new KeptComponents(kept.shards(), 2, 2, kept.bytes()),
                new KeptComponents(List.of(), 2, 1, kept.bytes()))) {
            expectThrows(IllegalArgumentException.class, () -> read(damaged));
        }
    }

    private static int any(int[] values) {
        return values[random().nextInt(values.length)];
    }

    /** Returns the components of two documents or more, by how the documents are called. */
    private static TreeSet<String> components(
            DocumentAddresses all, DocumentComponents found, int[] addresses) {
        Map<Integer, TreeSet<String>> byRoot = new HashMap<>();
        for (int address : addresses) {
            int shard = all.shard(address);
            byRoot.computeIfAbsent(found.root(address), root -> new TreeSet<>())
                    .add(shard + "#" + Numbered.number(all.doc(shard, address)));
        }
        TreeSet<String> components = new TreeSet<>();
        byRoot.values().stream().filter(component -> component.size() > 1)
                .forEach(component -> components.add(component.toString()));
        return components;
    }

    private static TreeSet<String> read(KeptComponents kept) {
        Map<Integer, TreeSet<String>> byNumber = new HashMap<>();
        kept.forEach(
                (shard, number, component) -> byNumber
                        .computeIfAbsent(component, none -> new TreeSet<>())
                        .add(shard + "#" + number),
                JobMonitor.NONE);
        TreeSet<String> components = new TreeSet<>();
        byNumber.values().forEach(component -> components.add(component.toString()));
        return components;
    }

    private static ShardVersion version(String shard) {
        return new ShardVersion(shard, "history", 1, 9, 7, 9);
    }

    /** A shard whose documents were not written in order. */
    private static final class Numbered extends StubShard implements ShardHistory {

        Numbered(String index) {
            super(index);
        }

        static long number(int doc) {
            return (doc ^ 0x55555L) * 1_000L;
        }

        @Override
        public ShardHistory history() {
            return this;
        }

        @Override
        public ShardVersion version() {
            return KeptComponentsTest.version(index());
        }

        @Override
        public CompletableFuture<int[]> changed(long after, int from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<int[]> docs(long[] sequenceNumbers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<long[]> sequenceNumbers(int[] docs) {
            return CompletableFuture.completedFuture(
                    Arrays.stream(docs).mapToLong(Numbered::number).toArray());
        }
    }
}
