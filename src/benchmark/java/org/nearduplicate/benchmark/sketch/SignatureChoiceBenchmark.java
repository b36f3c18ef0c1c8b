package org.nearduplicate.benchmark.sketch;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;
import org.nearduplicate.benchmark.CpuClock;
import org.nearduplicate.benchmark.MarkdownTable;
import org.nearduplicate.benchmark.Sample;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.ThreadScratch;

/**
 * Measures what each {@code hash_count} with each {@code signature_bits} costs and gives: bytes, the error of
 * the estimate, how many pairs a little above the minimum it finds, the time to sign and the time to compare.
 * Prints a table for {@code docs/internals/accuracy.md}.
 */
public final class SignatureChoiceBenchmark {

    private static final int[] HASH_COUNTS = {64, 96, 128, 160, 192, 256, 384, 512};
    private static final double SIMILARITY = 0.8;
    private static final double ABOVE = 0.85;

    /** Shingles of both texts together: those of a short text, and those of a long one. */
    private static final int SHORT = 120;
    private static final int LONG = 4_000;

    private static final int SHORT_PAIRS = 20_000;
    private static final int LONG_PAIRS = 4_000;
    private static final int COMPARISONS = 2_000_000;

    private final Settings settings;
    private final MarkdownTable table = new MarkdownTable(
            "hash_count", "signature_bits", "bytes", "error at 0.8, in theory", "short texts",
            "long texts", "found of 0.85", "µs to sign", "ns to compare");

    private SignatureChoiceBenchmark(Settings settings) {
        this.settings = settings;
    }

    /**
     * Runs the benchmark.
     *
     * @param args none
     */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        SignatureChoiceBenchmark benchmark = new SignatureChoiceBenchmark(Settings.read());
        for (int hashCount : HASH_COUNTS) {
            for (int bits : Parameters.SIGNATURE_BITS.choices()) {
                benchmark.measure(scheme(hashCount, bits));
            }
        }
        out.println(benchmark.settings.describe());
        out.println(benchmark.table);
    }

    private static Scheme scheme(int hashCount, int bits) {
        Scheme standard = Settings.scheme();
        return new Scheme(
                standard.version(), standard.shingleUnit(), standard.shingleSize(),
                standard.hashFunction(), standard.seed(), standard.sketch(), hashCount, bits,
                new Banding(1, 2));
    }

    private void measure(Scheme scheme) {
        int hashCount = scheme.hashCount();
        double values = 1 << scheme.signatureBits();
        table.row(
                hashCount,
                scheme.signatureBits(),
                scheme.signatureFormat().length(),
                decimals(
                        Math.sqrt((1 - SIMILARITY) * (SIMILARITY + 1 / (values - 1)) / hashCount)),
                decimals(error(scheme, SHORT, SHORT_PAIRS)),
                decimals(error(scheme, LONG, LONG_PAIRS)),
                decimals(found(scheme)),
                signing(scheme),
                comparing(scheme));
    }

    private static String decimals(double figure) {
        return String.format(Locale.ROOT, "%.4f", figure);
    }

    /** Returns the root mean square of the estimate minus the similarity. */
    private double error(Scheme scheme, int union, int pairs) {
        SignatureComparison comparison =
                new SignatureComparison(scheme.signatureFormat(), 0);
        double squares = 0;
        SplittableRandom random = new SplittableRandom(settings.seed());
        for (int i = 0; i < pairs; i++) {
            byte[][] pair = pair(scheme, random, union, SIMILARITY);
            double error = comparison.similarity(pair[0], 0, pair[1], 0) - SIMILARITY;
            squares += error * error;
        }
        return Math.sqrt(squares / pairs);
    }

    /** Returns the share of pairs a little above the minimum whose estimates reach it. */
    private double found(Scheme scheme) {
        SignatureComparison comparison =
                new SignatureComparison(scheme.signatureFormat(), SIMILARITY);
        SplittableRandom random = new SplittableRandom(settings.seed());
        int found = 0;
        for (int i = 0; i < LONG_PAIRS; i++) {
            byte[][] pair = pair(scheme, random, LONG, ABOVE);
            found += comparison.similarity(pair[0], 0, pair[1], 0) != Jaccard.REJECTED ? 1 : 0;
        }
        return (double) found / LONG_PAIRS;
    }

    /** Signs two random sets of one size. */
    private static byte[][] pair(
            Scheme scheme, SplittableRandom random, int union, double similarity) {
        int common = (int) Math.round(union * similarity);
        ShingleHashes[] sets = {new ShingleHashes(), new ShingleHashes()};
        for (int i = 0; i < union; i++) {
            long hash = random.nextLong();
            for (int side = 0; side < sets.length; side++) {
                if (i < common || (i - common) % 2 == side) {
                    sets[side].accept(hash);
                }
            }
        }
        ThreadScratch scratch = ThreadScratch.get();
        return new byte[][] {
                Signature.of(scratch.sketch(scheme, sets[0])).stored(),
                Signature.of(scratch.sketch(scheme, sets[1])).stored()};
    }

    /** Returns the microseconds from the hashes of a short text to its signature. */
    private double signing(Scheme scheme) {
        SplittableRandom random = new SplittableRandom(settings.seed());
        ShingleHashes[] sets = new ShingleHashes[SHORT_PAIRS];
        for (int i = 0; i < sets.length; i++) {
            sets[i] = new ShingleHashes();
            random.longs(SHORT).forEach(sets[i]);
        }
        ThreadScratch scratch = ThreadScratch.get();
        return median(() -> {
            for (ShingleHashes set : sets) {
                require(Signature.of(scratch.sketch(scheme, set)).stored().length > 0);
            }
        }, sets.length) / 1_000;
    }

    /** Returns the nanoseconds of a comparison that does not end before its time. */
    private double comparing(Scheme scheme) {
        SplittableRandom random = new SplittableRandom(settings.seed());
        byte[][][] pairs = new byte[64][][];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = pair(scheme, random, SHORT, SIMILARITY);
        }
        SignatureComparison comparison =
                new SignatureComparison(scheme.signatureFormat(), 0);
        return median(() -> {
            double sum = 0;
            for (int i = 0; i < COMPARISONS; i++) {
                byte[][] pair = pairs[i % pairs.length];
                sum += comparison.similarity(pair[0], 0, pair[1], 0);
            }
            require(sum > 0);
        }, COMPARISONS);
    }

    private double median(Runnable work, int count) {
        double[] nanos = new double[settings.repetitions()];
        for (int i = -1; i < nanos.length; i++) {
            long start = CpuClock.nanos();
            work.run();
            if (i >= 0) {
                nanos[i] = (CpuClock.nanos() - start) / (double) count;
            }
        }
        return new Sample(nanos).median();
    }

    private static void require(boolean right) {
        if (right == false) {
            throw new IllegalStateException("a wrong answer was measured");
        }
    }
}
