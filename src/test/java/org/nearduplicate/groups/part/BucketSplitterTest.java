package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.Records;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.sketch.Scheme;

/** How buckets beyond the limit are cut is compared with brute force by {@link GroupsDuelTest}. */
public class BucketSplitterTest extends LuceneTestCase {

    private static final int HASH_COUNT = 18;
    private static final Scheme SCHEME = Schemes.words(1, HASH_COUNT, 6, 3);

    /** What is sorted is a copy of the largest bucket, which is charged while it is needed. */
    public void testMemoryOfTheLargestBucket() {
        List<byte[]> records = new ArrayList<>();
        BucketTable bucket = new BucketTable(JobMonitor.NONE);
        for (int document = 0; document < 10_000; document++) {
            bucket.add(document);
            records.add(Records.record(1, new byte[HASH_COUNT]));
        }
        bucket.finish(0L);
        CountingMonitor counting = CountingMonitor.unlimited();
        BucketSplitter limit = new BucketSplitter(
                DistinctSignaturesTest.signatures(records, JobMonitor.NONE), SCHEME, 8,
                new Links(null, counting),
                counting);
        long before = counting.reserved();
        assertEquals("one text only", 0, limit.apply(bucket).size());
        assertTrue(counting.peak() + " bytes", counting.peak() >= before + 10_000 * 4);
        assertEquals(before, counting.reserved());
    }
}
