package org.nearduplicate.groups;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

/** After the merge of one shard or of several no more is reserved than what is kept. */
public class BandMergeMemoryTest extends LuceneTestCase {

    public void testKeepsTheMemoryOfBucketsAndKeys() {
        for (int shards = 1; shards <= 3; shards++) {
            CountingMonitor monitor = CountingMonitor.unlimited();
            BandMerge merge = new BandMerge(monitor);
            for (int range = 0; range < 4; range++) {
                BandBlock block = block(range);
                merge.merge(List.of(block, block, block).subList(0, shards), BandRanges.ALL);
            }
            merge.finish();
            merge.buckets().release();
            assertEquals(100L * shards * Long.BYTES, merge.keys().length * 8L);
            assertEquals(merge.keys().length * (long) Long.BYTES, monitor.reserved());
        }
    }

    /** A term of the documents 0, 10, 20, … and one of all others up to 99. */
    private static BandBlock block(int range) {
        BandBlock.Writer block = new BandBlock.Writer(JobMonitor.NONE);
        IntList some = IntLists.of();
        IntList others = IntLists.of();
        for (int document = 0; document < 100; document++) {
            (document % 10 == 0 ? some : others).add(document);
        }
        block.write(2L * range, some);
        block.write(2L * range + 1, others);
        return block.finish();
    }
}
