package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.groups.Records;
import org.nearduplicate.groups.StubShard;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.job.JobMonitor;

/** Where the prefixes of two documents differ, they are in the order of the documents. */
public class DocumentPrefixTest extends LuceneTestCase {

    private static final int HASH_COUNT = 16;
    private static final List<Shard> SHARDS = List.of(new StubShard("a"), new StubShard("b"));
    private static final String[] SHARED = {"", "doc-", "\u00FF\u0100", "\uD83D\uDE00"};

    public void testPrefixesAgreeWithComparisons() {
        for (Keep keep : Keep.values()) {
            for (int i = 0; i < 100; i++) {
                int size = 2 + random().nextInt(30);
                assertAgree(order(keep, size), size);
            }
        }
    }

    /** What all identifiers begin with decides nothing, so the prefixes are of what follows. */
    public void testSharedCharactersAreNoPrefix() {
        for (String shared : SHARED) {
            DocumentName[] names = {name(shared + "1", null), name(shared + "2", null)};
            KeeperOrder order = order(Keep.LONGEST, names, 1);
            assertTrue(order.prefix(0, 1) < order.prefix(1, 1));
        }
    }

    private static void assertAgree(KeeperOrder order, int size) {
        for (int a = 0; a < size; a++) {
            for (int b = 0; b < size; b++) {
                int prefix = 0;
                while (prefix < order.prefixes()
                        && order.prefix(a, prefix) == order.prefix(b, prefix)) {
                    prefix++;
                }
                if (prefix < order.prefixes()) {
                    assertEquals(
                            Integer.compare(order.prefix(a, prefix), order.prefix(b, prefix)),
                            Integer.signum(order.compare(a, b)));
                }
            }
        }
    }

    private static KeeperOrder order(Keep keep, int size) {
        String shared = SHARED[random().nextInt(SHARED.length)];
        DocumentName[] names = new DocumentName[size];
        for (int i = 0; i < size; i++) {
            names[i] = name(shared + randomId(), random().nextInt(4) == 0 ? null : randomKey());
        }
        return order(keep, names, 3);
    }

    private static KeeperOrder order(Keep keep, DocumentName[] names, int maxShingles) {
        DocumentAddresses all = new DocumentAddresses(SHARDS);
        int[] addresses = new int[names.length];
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            addresses[i] = all.address(random().nextInt(2), i);
            records.add(
                    Records.record(
                            TestUtil.nextInt(random(), 1, maxShingles), new byte[HASH_COUNT]));
        }
        DistinctSignatures signatures = DistinctSignaturesTest.signatures(records, JobMonitor.NONE);
        return new KeeperOrder(
                keep, all, signatures, addresses, names, JobMonitor.NONE);
    }

    private static DocumentName name(String id, BytesRef key) {
        return new DocumentName(id, null, key);
    }

    /** Characters below, at and beyond what a prefix holds, so few that beginnings are equal. */
    private static String randomId() {
        String characters = random().nextBoolean() ? "\u0000ab" : "a\u00FE\u00FF\u0100\uD83D\uFFFD";
        StringBuilder id = new StringBuilder();
        for (int length = random().nextInt(12); length > 0; length--) {
            id.append(characters.charAt(random().nextInt(characters.length())));
        }
        return id.toString();
    }

    private static BytesRef randomKey() {
        byte[] bytes = new byte[2 + random().nextInt(12)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random().nextInt(3) - 1);
        }
        int offset = random().nextInt(2);
        return new BytesRef(bytes, offset, bytes.length - offset);
    }
}
