package org.nearduplicate.groups.part;

import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SignatureFormat;

/**
 * Compares contents by their shingle sets. The sets are too large to be kept: pairs are collected until
 * the sets that they need are a batch, these are fetched, and forgotten after the comparison. Contents
 * that follow each other in the pairs are fetched once per batch.
 *
 * <p>No sets are fetched for pairs that cannot be similar enough: by their sizes, or by signatures as
 * different as those of one similar pair in a million are, far fewer than the bands miss. They wait for
 * their turn like the others, since whether a pair is wanted depends on those before it.
 */
final class ExactPairVerifier implements PairVerifier {

    private static final int BATCH_PAIRS = 1 << 18;
    private static final int NONE = -1;

    private final DistinctSignatures contents;
    private final ShingleSets sets;
    private final JobMonitor monitor;
    private final double minSimilarity;
    private final Sink sink;
    private final SignatureComparison signatures;

    private final IntList firsts;
    private final IntList seconds;
    private final FixedBitSet mayBeSimilar = new FixedBitSet(BATCH_PAIRS);
    private int decoded = NONE;
    private ShingleSet decodedSet;

    ExactPairVerifier(
            DistinctSignatures contents,
            SignatureFormat format,
            ShingleSets sets,
            JobMonitor monitor,
            double minSimilarity,
            Sink sink) {
        this.contents = contents;
        this.sets = sets;
        this.monitor = monitor;
        this.minSimilarity = minSimilarity;
        this.sink = sink;
        this.signatures = SignatureComparison.beforeExact(format, minSimilarity);
        this.firsts = new IntList(monitor);
        this.seconds = new IntList(monitor);
    }

    @Override
    public void add(int a, int b) {
        if (mayBeSimilar(a, b)) {
            mayBeSimilar.set(firsts.size());
            sets.include(a);
            sets.include(b);
        }
        firsts.add(a);
        seconds.add(b);
        if (sets.isBatch() || firsts.size() == BATCH_PAIRS) {
            compareBatch();
        }
    }

    @Override
    public void finish() {
        compareBatch();
        firsts.release();
        seconds.release();
    }

    private boolean mayBeSimilar(int a, int b) {
        return signatures.similarity(
                contents.bytes(a), contents.offset(a),
                contents.bytes(b), contents.offset(b)) != Jaccard.REJECTED;
    }

    private void compareBatch() {
        sets.fetch();
        for (int pair = 0; pair < firsts.size(); pair++) {
            monitor.checkCancelled();
            int a = firsts.get(pair);
            int b = seconds.get(pair);
            if (sink.isWanted(a, b) && mayBeSimilar.get(pair)) {
                compare(a, b);
            }
        }
        decode(NONE);
        mayBeSimilar.clear();
        firsts.truncate(0);
        seconds.truncate(0);
        sets.forget();
    }

    private void compare(int a, int b) {
        if (a != decoded) {
            decode(a);
        }
        double similarity = sets.jaccard(decodedSet, b, minSimilarity);
        if (similarity != Jaccard.REJECTED) {
            sink.accept(a, b, similarity);
        }
    }

    /** Reads the set of a content, or of none; its memory is asked for until the next one is read. */
    private void decode(int content) {
        long before = decoded == NONE ? 0 : decodedBytes(decoded);
        decodedSet = null;
        decoded = NONE;
        monitor.reserve(-before);
        if (content != NONE) {
            monitor.reserve(decodedBytes(content));
            decoded = content;
            decodedSet = sets.read(content);
        }
    }

    private long decodedBytes(int content) {
        return (long) Long.BYTES * contents.shingleCount(content);
    }
}
