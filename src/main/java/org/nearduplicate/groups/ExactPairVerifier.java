package org.nearduplicate.groups;

import java.util.Arrays;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.SignatureComparison;

/**
 * Compares contents by their shingle sets. The sets are too large to be kept: pairs are collected until
 * the sets that they need reach {@value #BATCH_BYTES} bytes, these are fetched, and forgotten after the
 * comparison. Contents that follow each other in the pairs are fetched once per batch.
 *
 * <p>No sets are fetched for pairs that cannot be similar enough: by their sizes, or by signatures as
 * different as those of one similar pair in a million are, far fewer than the bands miss.
 */
final class ExactPairVerifier implements PairVerifier {

    static final int BATCH_BYTES = 16 << 20;

    private static final double MISSED = 1e-6;

    private static final int BATCH_PAIRS = 1 << 18;
    private static final int NOT_IN_BATCH = -1;

    private final Contents contents;
    private final ShingleSets sets;
    private final JobMonitor monitor;
    private final double minSimilarity;
    private final Filter filter;
    private final PairSink verified;
    private final SignatureComparison signatures;

    private final IntList firsts;
    private final IntList seconds;
    private final IntList batch;
    private final int[] placeInBatch;
    private long batchBytes;
    private int decoded = NOT_IN_BATCH;
    private ShingleSet decodedSet;

    ExactPairVerifier(
            Contents contents,
            int hashCount,
            ShingleSets sets,
            JobMonitor monitor,
            double minSimilarity,
            Filter filter,
            PairSink verified) {
        this.contents = contents;
        this.sets = sets;
        this.monitor = monitor;
        this.minSimilarity = minSimilarity;
        this.filter = filter;
        this.verified = verified;
        this.signatures = SignatureComparison.beforeExact(hashCount, minSimilarity, MISSED);
        this.firsts = new IntList(monitor);
        this.seconds = new IntList(monitor);
        this.batch = new IntList(monitor);
        monitor.reserve(contents.size() * (long) Integer.BYTES + BATCH_BYTES);
        this.placeInBatch = new int[contents.size()];
        Arrays.fill(placeInBatch, NOT_IN_BATCH);
    }

    @Override
    public void add(int a, int b) {
        boolean mayBeSimilar = mayBeSimilar(a, b);
        if (mayBeSimilar) {
            include(a);
            include(b);
        }
        firsts.add(a);
        seconds.add(mayBeSimilar ? b : ~b);
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

    private boolean mayBeSimilar(int a, int b) {
        return signatures.similarity(
                contents.bytes(a), contents.offset(a),
                contents.bytes(b), contents.offset(b)) != Jaccard.REJECTED;
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
        for (int i = 0; i < firsts.size(); i++) {
            monitor.checkCancelled();
            compare(firsts.get(i), seconds.get(i));
        }
        decoded = NOT_IN_BATCH;
        for (int i = 0; i < batch.size(); i++) {
            placeInBatch[batch.get(i)] = NOT_IN_BATCH;
        }
        firsts.clear();
        seconds.clear();
        batch.clear();
        batchBytes = 0;
    }

    /** The second content of a pair that cannot be similar enough is given by its complement. */
    private void compare(int a, int b) {
        boolean mayBeSimilar = b >= 0;
        if (filter.test(a, mayBeSimilar ? b : ~b) && mayBeSimilar) {
            if (a != decoded) {
                decodedSet = sets.read(placeInBatch[a]);
                decoded = a;
            }
            double similarity = sets.jaccard(decodedSet, placeInBatch[b], minSimilarity);
            if (similarity != Jaccard.REJECTED) {
                verified.accept(a, b, similarity);
            }
        }
    }
}
