package org.nearduplicate.tuning;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ScopedMonitor;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SignatureFormat;
import org.nearduplicate.sketch.Sketch;

/**
 * The contents of a sample with their sketches and their signatures as a field stores them, and the candidates that bands
 * make of them. The memory is charged. Not thread-safe.
 */
final class SignedSample {

    /** So many contents are sketched before the time is taken, so that the code is compiled. */
    private static final int WARM_UP = 500;

    private static final long BYTES_PER_CONTENT = 100;

    /** The entry of a content in a map of buckets. */
    private static final long BYTES_PER_ENTRY = 80;

    private static final int NONE = -1;

    private final TextSketcher sketcher;
    private final ShingledSample sample;
    private final Sketch[] sketches;
    private final byte[][] signatures;
    private final JobMonitor monitor;
    private final ShingleHashes hashes;
    private final double micros;

    /** Sketches a document of each content by a scheme of the shingles of the sample, and of any bands. */
    SignedSample(ShingledSample sample, Scheme scheme, JobMonitor monitor) {
        this.sketcher = sample.sketcher(scheme);
        this.sample = sample;
        this.monitor = monitor;
        this.hashes = new ShingleHashes(monitor::reserve);
        long components = (long) format().hashCount() * Long.BYTES;
        monitor.reserve(sample.contents() * (BYTES_PER_CONTENT + components + format().length()));
        this.sketches = new Sketch[sample.contents()];
        this.signatures = new byte[sample.contents()][];
        for (int content = 0; content < Math.min(WARM_UP, sketches.length); content++) {
            makeSketch(content);
        }
        long nanos = 0;
        for (int content = 0; content < sketches.length; content++) {
            monitor.checkCancelled();
            long start = System.nanoTime();
            Sketch sketch = makeSketch(content);
            nanos += System.nanoTime() - start;
            sketches[content] = sketch;
            signatures[content] = Signature.encode(sketch);
        }
        hashes.clear();
        this.micros = nanos / (double) TimeUnit.MICROSECONDS.toNanos(1) / sketches.length;
    }

    private Sketch makeSketch(int content) {
        hashes.clear();
        sample.texts(content).forEach(value -> sketcher.shingle(value, hashes));
        return sketcher.sketch(hashes);
    }

    ShingledSample sample() {
        return sample;
    }

    SignatureFormat format() {
        return sketcher.scheme().signatureFormat();
    }

    /** Returns the time from text to sketch, on the average. */
    double signingMicros() {
        return micros;
    }

    /** Compares the signatures of two contents as a query does. */
    double similarity(SignatureComparison comparison, int a, int b) {
        return comparison.similarity(signatures[a], 0, signatures[b], 0);
    }

    /** Estimates the bytes per document of the band terms. */
    double termBytes(Banding banding) {
        return sample.termBytes(content -> banding.keys(sketches[content]));
    }

    /**
     * Looks up the candidates of every content, and verifies them as a query does. Charges the memory of the buckets meanwhile.
     *
     * @param taken the bands with the rows that queries take
     * @param exact all pairs that reach the similarity of a tally
     * @param tallies count the pairs, each for a similarity
     */
    void measure(Banding banding, Banding taken, ExactPairs exact, List<CandidateTally> tallies) {
        try (ScopedMonitor memory = new ScopedMonitor(monitor)) {
            memory.reserve(
                    sample.contents()
                            * (BYTES_PER_ENTRY + Integer.BYTES * (banding.bands() + 3L)));
            int[][] buckets = buckets(banding, taken.rows());
            // The similarity of each content to the current one, where the pair is an exact one; else 0.
            double[] similarities = new double[sample.contents()];
            int[] seen = new int[sample.contents()];
            Arrays.fill(seen, NONE);
            for (int content = 0; content < seen.length; content++) {
                monitor.checkCancelled();
                for (int pair = exact.begin(content); pair < exact.end(content); pair++) {
                    int other = exact.partner(pair);
                    double similarity = exact.similarity(content, pair);
                    similarities[other] = similarity;
                    long weight = sample.pairsBetween(content, other);
                    for (CandidateTally tally : tallies) {
                        tally.addPair(content, similarity, weight, taken);
                    }
                }
                for (int[] previous : buckets) {
                    for (int other = previous[content]; other != NONE; other = previous[other]) {
                        if (seen[other] != content) {
                            seen[other] = content;
                            addCandidate(content, other, similarities[other], tallies);
                        }
                    }
                }
                for (int pair = exact.begin(content); pair < exact.end(content); pair++) {
                    similarities[exact.partner(pair)] = 0;
                }
            }
        }
    }

    private void addCandidate(int content, int other, double exact, List<CandidateTally> tallies) {
        long weight = sample.pairsBetween(content, other);
        for (CandidateTally tally : tallies) {
            tally.addCandidate(content, other, exact, weight);
        }
    }

    /** Returns for each band and content the last content before it in its bucket, which links all contents of the bucket. */
    private int[][] buckets(Banding banding, int rows) {
        int[][] buckets = new int[banding.bands()][sample.contents()];
        for (int band = 0; band < buckets.length; band++) {
            monitor.checkCancelled();
            Map<Long, Integer> last = new HashMap<>();
            for (int content = 0; content < sketches.length; content++) {
                long key = BandRows.first(banding.key(sketches[content], band), rows);
                Integer previous = last.put(key, content);
                buckets[band][content] = previous == null ? NONE : previous;
            }
        }
        return buckets;
    }
}
