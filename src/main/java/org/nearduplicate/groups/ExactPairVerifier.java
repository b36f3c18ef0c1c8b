package org.nearduplicate.groups;

import java.util.Arrays;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.ShingleSet;

/**
 * Compares contents by their shingle sets. The sets are too large to be kept: pairs are collected until
 * the sets that they need reach {@value #BATCH_BYTES} bytes, these are fetched, and forgotten after the
 * comparison. Contents that follow each other in the pairs are fetched once per batch.
 */
final class ExactPairVerifier implements PairVerifier {

    static final int BATCH_BYTES = 16 << 20;

    private static final int BATCH_PAIRS = 1 << 18;
    private static final int NOT_IN_BATCH = -1;

    private final Contents contents;
    private final ShingleSets sets;
    private final JobMonitor monitor;
    private final double minSimilarity;
    private final PairSink verified;

    private final IntList firsts;
    private final IntList seconds;
    private final IntList batch;
    private final int[] placeInBatch;
    private long batchBytes;

    ExactPairVerifier(
            Contents contents,
            ShingleSets sets,
            JobMonitor monitor,
            double minSimilarity,
            PairSink verified) {
        this.contents = contents;
        this.sets = sets;
        this.monitor = monitor;
        this.minSimilarity = minSimilarity;
        this.verified = verified;
        this.firsts = new IntList(monitor);
        this.seconds = new IntList(monitor);
        this.batch = new IntList(monitor);
        monitor.reserve(contents.size() * (long) Integer.BYTES + BATCH_BYTES);
        this.placeInBatch = new int[contents.size()];
        Arrays.fill(placeInBatch, NOT_IN_BATCH);
    }

    @Override
    public void add(int a, int b) {
        int sizeA = contents.shingleCount(a);
        int sizeB = contents.shingleCount(b);
        if (Jaccard.upperBound(sizeA, sizeB) < minSimilarity) {
            return;
        }
        include(a);
        include(b);
        firsts.add(a);
        seconds.add(b);
        if (batchBytes >= BATCH_BYTES || firsts.size() >= BATCH_PAIRS) {
            compareBatch();
        }
    }

    @Override
    public void finish() {
        compareBatch();
        firsts.release();
        seconds.release();
        batch.release();
        monitor.reserve(-contents.size() * (long) Integer.BYTES - BATCH_BYTES);
    }

    private void include(int content) {
        if (placeInBatch[content] == NOT_IN_BATCH) {
            placeInBatch[content] = batch.size();
            batch.add(content);
            batchBytes += contents.shingleCount(content) * (long) ShingleSet.BYTES_PER_SHINGLE;
        }
    }

    private void compareBatch() {
        sets.load(batch);
        int decoded = -1;
        ShingleSet set = null;
        for (int i = 0; i < firsts.size(); i++) {
            monitor.checkCancelled();
            int a = firsts.get(i);
            int b = seconds.get(i);
            if (a != decoded) {
                set = sets.read(placeInBatch[a]);
                decoded = a;
            }
            double similarity = sets.jaccard(set, placeInBatch[b], minSimilarity);
            if (similarity >= 0) {
                verified.accept(a, b, similarity);
            }
        }
        for (int i = 0; i < batch.size(); i++) {
            placeInBatch[batch.get(i)] = NOT_IN_BATCH;
        }
        firsts.clear();
        seconds.clear();
        batch.clear();
        batchBytes = 0;
    }
}
