package org.nearduplicate.benchmark;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;

/**
 * What a benchmark is asked for, by system properties.
 *
 * @param documents {@code benchmark.documents}, sizes of the corpus with commas between them
 * @param hotDocuments {@code benchmark.hot}, the documents of each hot case, 0 for none
 * @param repetitions {@code benchmark.repetitions}, measurements of each case
 * @param seed {@code benchmark.seed}, what all texts depend on
 * @param threads {@code benchmark.threads}, the threads that index; what is measured has one
 * @param directory {@code benchmark.directory}, where indices are put and left
 */
public record Settings(
        int[] documents,
        int hotDocuments,
        int repetitions,
        long seed,
        int threads,
        Path directory) {

    /** The {@code minhash} field of all indices. */
    public static final String FIELD = "text.near";

    /** Bands and rows of a field that says nothing. */
    public static final BandChoice CHOICE = BandChoice.resolve(
            null, null, null, null, Parameters.HASH_COUNT.defaultValue());

    /** The threshold of all jobs, the default. */
    public static final double MIN_SIMILARITY = Parameters.MIN_SIMILARITY.defaultValue();

    public static Settings read() {
        return new Settings(
                Stream.of(System.getProperty("benchmark.documents", "250000,500000,1000000")
                        .split(",")).mapToInt(Integer::parseInt).toArray(),
                Integer.getInteger("benchmark.hot", 50_000),
                Integer.getInteger("benchmark.repetitions", 5),
                Long.getLong("benchmark.seed", 1),
                Integer.getInteger(
                        "benchmark.threads", Runtime.getRuntime().availableProcessors()),
                Path.of(System.getProperty("benchmark.directory", "target/benchmark")));
    }

    /** Returns the default scheme, as a field of type {@code minhash} has it. */
    public static Scheme scheme() {
        return new Scheme(
                Parameters.SCHEME_VERSION.defaultValue(),
                ShingleUnit.WORD,
                Parameters.SHINGLE_SIZE.defaultValue(),
                HashFunction.XXH3,
                Parameters.SEED.defaultValue(),
                Parameters.SKETCH.defaultValue(),
                Parameters.HASH_COUNT.defaultValue(),
                Parameters.SIGNATURE_BITS.defaultValue(),
                CHOICE.banding());
    }

    /** Returns the machine, the Java that runs this, and what depends on neither. */
    public String describe() {
        return String.format(Locale.ROOT,
                "%d cores (%s), %s %s, heap %d MB; bands %s, of which jobs take %s, of %d components; seed %d, %d repetitions",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.arch"),
                System.getProperty("java.vm.name"),
                System.getProperty("java.runtime.version"),
                Runtime.getRuntime().maxMemory() >> 20,
                CHOICE.banding(),
                CHOICE.taken(),
                scheme().hashCount(),
                seed,
                repetitions);
    }
}
