package org.nearduplicate.stats;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.SegmentMerge;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.stats.FieldFigures.LargeBuckets;

/**
 * Some documents of a bucket, spread over its terms and segments: those of one term have more rows in common than those of
 * the bucket, and may share more of their texts. Not thread-safe.
 */
public final class BucketSample {

    private final int[] docs;
    private final int bucketSize;
    private int seen;
    private int taken;

    private BucketSample(int most, int bucketSize) {
        this.docs = new int[Math.min(most, bucketSize)];
        this.bucketSize = bucketSize;
    }

    /**
     * Takes a sample of the largest of some buckets. O(documents of the bucket).
     *
     * @param rows the first rows of a band that make a bucket
     * @param most how many documents are taken, or all if these are fewer
     * @return their numbers in the reader, ascending
     */
    public static int[] of(
            LargeBuckets buckets, Participants participants, String field, BandTermFormat format,
            int rows, int most, JobMonitor monitor)
            throws IOException {
        Map.Entry<Long, Integer> largest =
                Collections.max(buckets.documents().entrySet(), Map.Entry.comparingByValue());
        long key = largest.getKey();
        BucketSample sample = new BucketSample(most, largest.getValue());
        SegmentMerge merge =
                SegmentMerge.open(participants, field, format, new ScanPosition(key, 0));
        long last = BandRows.last(key, rows);
        while (merge.current() != null && merge.current().key() <= last) {
            PostingsEnum term = merge.current().postings();
            while (term.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                monitor.checkCancelled(sample.seen);
                int doc = merge.current().docBase() + term.docID();
                if (participants.contains(doc)) {
                    sample.visit(doc);
                }
            }
            merge.next();
        }
        Arrays.sort(sample.docs);
        return sample.docs;
    }

    private void visit(int doc) {
        if (taken < docs.length && (long) seen * docs.length / bucketSize >= taken) {
            docs[taken++] = doc;
        }
        seen++;
    }
}
