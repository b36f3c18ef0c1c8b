package org.nearduplicate.tuning;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.job.ScopedMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.Scheme;
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
            signatures[content] = Signature.of(sketch).stored();
        }
        hashes.clear();
        this.micros = nanos / (double) TimeUnit.MICROSECONDS.toNanos(1) / sketches.length;
    }

    private Sketch makeSketch(int content) {
        hashes.clear();
        sample.texts(content).forEach(value -> sketcher.shingle(value, hashes));
        return sketcher.sketch(hashes);
    }

    SignatureFormat format() {
        return sketcher.scheme().signatureFormat();
    }

    /** Returns the time from text to sketch, on the average. */
    double signingMicros() {
        return micros;
    }

    /** Compares the signatures of two contents as a query does. */
    private double similarity(SignatureComparison comparison, int a, int b) {
        return comparison.similarity(signatures[a], 0, signatures[b], 0);
    }

    /**
     * Measures the error of the estimates over all pairs that reach a similarity: candidates alone, or pairs that were
     * found, would favour estimates that are too high.
     */
    SettingResult.EstimateError estimateError(ExactPairs exact, double minSimilarity) {
        SignatureComparison comparison = new SignatureComparison(format(), 0);
        double weights = 0;
        double sum = 0;
        double absolutes = 0;
        double squares = 0;
        for (int content = 0; content < sample.contents(); content++) {
            monitor.checkCancelled();
            for (int pair = exact.begin(content); pair < exact.end(content); pair++) {
                double similarity = exact.similarity(content, pair);
                if (similarity >= minSimilarity) {
                    int other = exact.partner(pair);
                    double weight = sample.pairsBetween(content, other);
                    double error = similarity(comparison, content, other) - similarity;
                    weights += weight;
                    sum += weight * error;
                    absolutes += weight * Math.abs(error);
                    squares += weight * error * error;
                }
            }
        }
        double mean = sum / weights;
        double variance = Math.max(0, squares / weights - mean * mean);
        return new SettingResult.EstimateError(mean, absolutes / weights, Math.sqrt(variance));
    }

    /** Estimates the bytes per document of the band terms. */
    double termBytes(Banding banding) {
        return sample.termBytes(content -> banding.keys(sketches[content]));
    }

    /**
     * Looks up the candidates of every content, and verifies them as a query does. Charges the memory of the buckets meanwhile.
     *
     * @param taken the bands with the rows that queries take
     * @param exact all pairs that reach one of the similarities
     * @param components by similarity, for each content the lowest one of its connected component by pairs of that
     * @return what is found of the pairs of each similarity
     */
    List<PairFigures> measure(
            Banding banding, Banding taken, ExactPairs exact, List<Double> similarities,
            Map<Double, int[]> components) {
        List<Tally> tallies =
                similarities.stream().map(each -> new Tally(each, components.get(each))).toList();
        try (ScopedMonitor memory = new ScopedMonitor(monitor)) {
            memory.reserve(
                    sample.contents()
                            * (BYTES_PER_ENTRY + Integer.BYTES * (banding.bands() + 3L)));
            int[][] buckets = buckets(banding, taken.rows());
            // The similarity of each content to the current one, where the pair is an exact one; else 0.
            double[] known = new double[sample.contents()];
            int[] seen = new int[sample.contents()];
            Arrays.fill(seen, NONE);
            for (int content = 0; content < seen.length; content++) {
                monitor.checkCancelled();
                for (int pair = exact.begin(content); pair < exact.end(content); pair++) {
                    int other = exact.partner(pair);
                    double similarity = exact.similarity(content, pair);
                    known[other] = similarity;
                    long weight = sample.pairsBetween(content, other);
                    for (Tally tally : tallies) {
                        tally.addPair(content, similarity, weight, taken);
                    }
                }
                for (int[] previous : buckets) {
                    for (int other = previous[content]; other != NONE; other = previous[other]) {
                        if (seen[other] != content) {
                            seen[other] = content;
                            addCandidate(content, other, known[other], tallies);
                        }
                    }
                }
                for (int pair = exact.begin(content); pair < exact.end(content); pair++) {
                    known[exact.partner(pair)] = 0;
                }
            }
        }
        return tallies.stream().map(Tally::figures).toList();
    }

    private void addCandidate(int content, int other, double exact, List<Tally> tallies) {
        long weight = sample.pairsBetween(content, other);
        for (Tally tally : tallies) {
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

    /**
     * Counts, for one similarity, the pairs that the bands and a query by signatures find in a sample. A pair of contents
     * counts as the pairs of documents that it stands for. Counts without allocating.
     */
    private final class Tally {

        private final double similarity;
        private final int[] components;

        /** For each component the sum of the standard deviations of its pairs. */
        private final double[] deviations;

        private final SignatureComparison comparison;
        private final SignatureComparison beforeExact;

        private long pairs;
        private long candidates;
        private long candidatesToFind;
        private long truePositives;
        private long falsePositives;
        private long read;
        private double predicted;

        /**
         * Begins with the pairs of equal shingle sets: they share every band, their similarity is 1, and no text is read for
         * them.
         *
         * @param components for each content the lowest one of its connected component by pairs of the similarity
         */
        Tally(double similarity, int[] components) {
            this.similarity = similarity;
            this.components = components;
            this.deviations = new double[components.length];
            this.comparison = new SignatureComparison(format(), similarity);
            this.beforeExact = SignatureComparison.beforeExact(format(), similarity);
            long identical = sample.identicalPairs();
            this.pairs = identical;
            this.candidates = identical;
            this.candidatesToFind = identical;
            this.truePositives = identical;
            this.predicted = identical;
        }

        /** Counts a pair, as often as its weight says, if its exact similarity reaches that of the tally. */
        void addPair(int content, double exact, long weight, Banding taken) {
            if (exact >= similarity) {
                double found = taken.probability(exact);
                pairs += weight;
                predicted += weight * found;
                deviations[components[content]] += weight * Math.sqrt(found * (1 - found));
            }
        }

        /** Counts a pair of candidates; the exact similarity may be 0 if it is below those of all tallies. */
        void addCandidate(int a, int b, double exact, long weight) {
            boolean toFind = exact >= similarity;
            boolean undecided = similarity(beforeExact, a, b) != Jaccard.REJECTED;
            boolean found = undecided && similarity(comparison, a, b) != Jaccard.REJECTED;
            candidates += weight;
            read += undecided ? weight : 0;
            candidatesToFind += toFind ? weight : 0;
            truePositives += toFind && found ? weight : 0;
            falsePositives += toFind == false && found ? weight : 0;
        }

        PairFigures figures() {
            long others = sample.pairs() - pairs;
            return new PairFigures(
                    (double) candidatesToFind / pairs, predicted / pairs, standardError(),
                    (double) (candidates - candidatesToFind) / others, perDocument(candidates),
                    perDocument(read), truePositives, falsePositives, pairs - truePositives);
        }

        private double perDocument(long pairs) {
            return 2.0 * pairs / sample.documents();
        }

        /**
         * Pairs of one component share texts, so they are correlated: the deviation of their sum is at most the sum of their
         * deviations. Components are taken for independent.
         */
        private double standardError() {
            double variance = 0;
            for (double deviation : deviations) {
                variance += deviation * deviation;
            }
            return Math.sqrt(variance) / pairs;
        }
    }
}
