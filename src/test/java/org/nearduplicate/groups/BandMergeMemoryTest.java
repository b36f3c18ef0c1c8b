package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;

/** After the merge of one shard or of several no more is reserved than what is kept. */
public class BandMergeMemoryTest extends LuceneTestCase {

    private static final BandTermFormat FORMAT = new BandTermFormat(1);

    public void testKeepsTheMemoryOfBucketsAndKeys() {
        for (int shards = 1; shards <= 3; shards++) {
            CountingMonitor monitor = CountingMonitor.unlimited();
            List<Shard> walked = Collections.nCopies(shards, new ScriptedWalk(blocks()));
            Buckets all = new BandMerge(
                    new DocumentAddresses(walked), KeyRange.all(FORMAT), 1_000,
                    new BucketBlocks(monitor), monitor)
                    .next(BandMerge.Room.ENDLESS, monitor);
            all.table().release();
            assertEquals(100 * shards, all.addresses().length);
            assertEquals(all.addresses().length * (long) Integer.BYTES, monitor.reserved());
        }
    }

    /** In each block a term of the documents 0, 10, 20, … and one of all others up to 99. */
    private static List<BandBlock> blocks() {
        int[] some = IntStream.range(0, 100).filter(doc -> doc % 10 == 0).toArray();
        int[] others = IntStream.range(0, 100).filter(doc -> doc % 10 != 0).toArray();
        List<BandBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            BandBlock.Writer block = new BandBlock.Writer(JobMonitor.NONE);
            Walks.write(block, 2 * i, some);
            Walks.write(block, 2 * i + 1, others);
            blocks.add(
                    block.finish(
                            i < 3 ? new WalkPosition(2 * i + 2, 0) : KeyRange.all(FORMAT).end()));
        }
        return blocks;
    }
}
