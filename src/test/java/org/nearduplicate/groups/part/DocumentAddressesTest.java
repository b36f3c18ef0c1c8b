package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.StubShard;
import org.nearduplicate.groups.request.TooLargeException;
import org.nearduplicate.groups.shard.Shard;

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
                assertEquals(doc, all.doc(shard, address));
                assertTrue(all.isIn(shard, address));
            }
        }
        assertEquals(-1, all.address(2, 1));
        assertEquals(2, all.shard(-1));
        assertEquals(1, all.doc(2, -1));
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
}
