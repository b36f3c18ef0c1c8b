package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.JobMonitor;

/** What is kept rather: by shingles or by key, then by id, then by the name of the index. */
public class KeeperOrderTest extends LuceneTestCase {

    private static final int HASH_COUNT = 16;
    private static final int LONG = 300;
    private static final int SHORT = 20;
    private static final List<Shard> SHARDS = List.of(new StubShard("b"), new StubShard("a"));

    public void testLongestThenIdThenIndex() {
        assertAscends(
                Keep.LONGEST,
                document(1, LONG, "1", null),
                document(0, LONG, "1", "a"),
                document(0, LONG, "10", null),
                document(1, LONG, "2", "z"),
                document(1, SHORT, "0", null));
    }

    public void testLowestKeyThenThoseWithoutOne() {
        assertAscends(
                Keep.LOWEST,
                document(0, SHORT, "9", "a"),
                document(1, LONG, "8", "b"),
                document(0, LONG, "8", "b"),
                document(0, SHORT, "7", "\uFFFD"),
                document(0, SHORT, "1", null),
                document(0, LONG, "2", null));
    }

    public void testHighestKeyThenThoseWithoutOne() {
        assertAscends(
                Keep.HIGHEST,
                document(0, SHORT, "7", "\uFFFD"),
                document(0, SHORT, "8", "b"),
                document(0, LONG, "9", "b"),
                document(1, LONG, "0", "a"),
                document(0, SHORT, "1", null),
                document(0, LONG, "2", null));
    }

    private record Ranked(int shard, int content, DocumentName name) {}

    private static Ranked document(int shard, int content, String id, String key) {
        return new Ranked(
                shard, content,
                new DocumentName(id, null, key == null ? null : new BytesRef(key)));
    }

    private static void assertAscends(Keep keep, Ranked... documents) {
        DocumentAddresses all = new DocumentAddresses(SHARDS);
        int[] addresses = new int[documents.length];
        List<byte[]> records = new ArrayList<>();
        DocumentName[] names = new DocumentName[documents.length];
        for (int i = 0; i < documents.length; i++) {
            addresses[i] = all.address(documents[i].shard, i);
            records.add(Records.record(documents[i].content, new byte[HASH_COUNT]));
            names[i] = documents[i].name;
        }
        Contents contents = Records.contents(records, JobMonitor.NONE);
        KeeperOrder order = new KeeperOrder(
                keep, all, contents, addresses, names, JobMonitor.NONE);
        for (int a = 0; a < documents.length; a++) {
            for (int b = 0; b < documents.length; b++) {
                assertEquals(
                        documents[a] + " and " + documents[b],
                        Integer.signum(Integer.compare(a, b)),
                        Integer.signum(order.compare(a, b)));
            }
        }
    }
}
