package org.nearduplicate.groups.part;

import java.util.Arrays;
import java.util.Locale;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.RamUsageEstimator;
import org.nearduplicate.groups.shard.SetBlock;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.IntSorter;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.SignatureFormat;
import org.nearduplicate.sketch.sets.CountedPart;
import org.nearduplicate.sketch.sets.ShareOf;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.StoredShingles;

/**
 * Compares the shingle sets of signatures. The sets are too large to be kept: pairs are collected until
 * the sets that they need are a batch, these are fetched, and forgotten after the comparison. Signatures
 * that follow each other in the pairs are fetched once per batch. A signature has the set of any of its
 * documents; that of the first is read.
 *
 * <p>No sets are fetched for pairs that cannot be similar enough: by their sizes, or by signatures as
 * different as those of one similar pair in a million are, far fewer than the bands miss; what of the sets is ignored is
 * allowed for. They wait for
 * their turn like the others, since whether a pair is wanted depends on those before it. Nor for copies, which are similar
 * whatever does not count.
 *
 * <p>A part has one verifier, which is used again and again. Not thread-safe.
 */
final class ExactPairVerifier implements PairVerifier {

    static final int BATCH_BYTES = 64 << 20;

    private static final int BATCH_PAIRS = 1 << 18;

    /** What a signature costs in a batch beside its set: references, its number, its address, its place. */
    private static final int BYTES_PER_SIGNATURE =
            RamUsageEstimator.NUM_BYTES_OBJECT_REF + 3 * Integer.BYTES;

    private static final int NONE = -1;

    private final DistinctSignatures signatures;
    private final SignatureFormat format;
    private final int[] addresses;
    private final DocumentAddresses all;
    private final CountedPart part;
    private final JobMonitor monitor;

    private double minSimilarity;
    private Sink sink;
    private PartComparison comparison;

    /** The pairs that wait. */
    private final IntList firsts;
    private final IntList seconds;
    private final FixedBitSet mayBeSimilar = new FixedBitSet(BATCH_PAIRS);

    /** The signatures whose sets they need. */
    private final IntList batch;
    private final int[] placeInBatch;
    private long batchBytes;
    private byte[][] blocks;
    private int[] offsets;

    private int decoded = NONE;
    private ShingleSet decodedSet;
    private final StoredShingles stored = new StoredShingles();

    /**
     * @param addresses the {@linkplain DocumentAddresses addresses} of the documents
     * @param part says how many shingles the sets of shards lack
     */
    ExactPairVerifier(
            DistinctSignatures signatures, SignatureFormat format, int[] addresses,
            DocumentAddresses all, CountedPart part, JobMonitor monitor) {
        this.signatures = signatures;
        this.format = format;
        this.addresses = addresses;
        this.all = all;
        this.part = part;
        this.monitor = monitor;
        this.firsts = new IntList(monitor);
        this.seconds = new IntList(monitor);
        this.batch = new IntList(monitor);
        this.placeInBatch = IntList.ints(signatures.size(), monitor);
        Arrays.fill(placeInBatch, NONE);
    }

    /** Begins to compare other pairs; those before are finished. A {@link Maker}. */
    PairVerifier begin(double similarity, Sink pairs) {
        minSimilarity = similarity;
        sink = pairs;
        comparison = new PartComparison(format, similarity, part);
        return this;
    }

    @Override
    public void add(int a, int b) {
        if (signatures.areCopies(a, b) == false && mayBeSimilar(a, b)) {
            mayBeSimilar.set(firsts.size());
            include(a);
            include(b);
        }
        firsts.add(a);
        seconds.add(b);
        if (batchBytes >= BATCH_BYTES || firsts.size() == BATCH_PAIRS) {
            compareBatch();
        }
    }

    @Override
    public void finish() {
        compareBatch();
        firsts.release();
        seconds.release();
        // What takes the pairs may hold memory whose charge is given back now.
        sink = null;
    }

    private boolean mayBeSimilar(int a, int b) {
        return comparison.similarity(
                signatures.bytes(a), signatures.offset(a),
                signatures.bytes(b), signatures.offset(b)) != Jaccard.REJECTED;
    }

    /** Adds the set of a signature to the batch, if it is not in it. */
    private void include(int signature) {
        if (placeInBatch[signature] == NONE) {
            placeInBatch[signature] = batch.size();
            batch.add(signature);
            batchBytes += maxLength(signature);
        }
    }

    private void compareBatch() {
        long bytes = batchBytes + (long) BYTES_PER_SIGNATURE * batch.size();
        monitor.reserve(bytes);
        fetch();
        for (int pair = 0; pair < firsts.size(); pair++) {
            monitor.checkCancelled();
            int a = firsts.get(pair);
            int b = seconds.get(pair);
            if (sink.isWanted(a, b)) {
                if (mayBeSimilar.get(pair)) {
                    compare(a, b);
                } else if (signatures.areCopies(a, b)) {
                    sink.accept(a, b, 1);
                }
            }
        }
        decode(NONE);
        mayBeSimilar.clear();
        firsts.truncate(0);
        seconds.truncate(0);
        forget();
        monitor.reserve(-bytes);
    }

    /** Fetches the sets of the batch. */
    private void fetch() {
        int[] sorted = batch.toArray();
        IntSorter.sort(
                sorted,
                0,
                sorted.length,
                (a, b) -> Integer.compare(signatures.firstDocument(a), signatures.firstDocument(b)),
                monitor);
        int[] batchAddresses = new int[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            batchAddresses[i] = addresses[signatures.firstDocument(sorted[i])];
        }
        blocks = new byte[sorted.length][];
        offsets = new int[sorted.length];
        all.read(
                batchAddresses,
                i -> maxLength(sorted[i]),
                DocumentAddresses.CHUNKS,
                Shard::shingleSets,
                (from, to, answer) -> take(sorted, from, to, answer),
                monitor);
    }

    private int take(int[] sorted, int from, int to, byte[] block) {
        int offset = 0;
        for (int i = from; i < to; i++) {
            int signature = sorted[i];
            int place = placeInBatch[signature];
            blocks[place] = block;
            offsets[place] = offset;
            offset += StoredShingles.length(shingles(signature));
        }
        if (offset != block.length) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: the shingle sets of %d documents have %d bytes, got %d",
                            to - from, offset, block.length));
        }
        return to;
    }

    private void forget() {
        for (int i = 0; i < batch.size(); i++) {
            placeInBatch[batch.get(i)] = NONE;
        }
        batch.release();
        batchBytes = 0;
        blocks = null;
        offsets = null;
    }

    private void compare(int a, int b) {
        if (a != decoded) {
            decode(a);
        }
        double similarity = decodedSet.share(ShareOf.UNION, open(b), minSimilarity);
        if (similarity != Jaccard.REJECTED) {
            sink.accept(a, b, similarity);
        }
    }

    /** Reads the set of a signature, or of none; its memory is charged until the next one is read. */
    private void decode(int signature) {
        long before = decoded == NONE ? 0 : decodedBytes(decoded);
        decodedSet = null;
        decoded = NONE;
        monitor.reserve(-before);
        if (signature != NONE) {
            monitor.reserve(decodedBytes(signature));
            decoded = signature;
            decodedSet = ShingleSet.read(open(signature));
        }
    }

    private StoredShingles open(int signature) {
        int place = placeInBatch[signature];
        return stored.open(blocks[place], offsets[place]);
    }

    private long decodedBytes(int signature) {
        return (long) Long.BYTES * signatures.shingleCount(signature);
    }

    private int shingles(int signature) {
        int place = placeInBatch[signature];
        return SetBlock.shingles(
                blocks[place], offsets[place], signatures.shingleCount(signature),
                part.ignored() == 0 ? 1 : 0);
    }

    /** Sets may be smaller than their signatures say, by what is ignored too. */
    private int maxLength(int signature) {
        return StoredShingles.length(signatures.shingleCount(signature));
    }
}
