package org.nearduplicate.benchmark.query;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.collapse.WindowCollapse;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The comparisons of a collapsed search, of signatures with the default bands, hashes and bits. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WindowBenchmark {

    private static final int SHINGLES = 100;
    private static final int NAMED = 3;

    /** What the hits are. */
    public enum Case {

        /** All are different, so that each is compared with all before it: the most work there is. */
        DISTINCT,

        /** All are the same. */
        COPIES
    }

    /** The hits of the window. */
    @Param({"100", "1000", "10000"})
    public int hits;

    /** What they are. */
    @Param
    public Case which;

    private WindowCollapse collapse;

    /** Makes the signatures. */
    @Setup
    public void sign() {
        SplittableRandom random = new SplittableRandom(Settings.read().seed());
        TextSketcher sketcher =
                new TextSketcher("near", new NearDuplicateAnalyzer(), Settings.scheme());
        List<byte[]> signatures = new ArrayList<>();
        for (int hit = 0; hit < hits; hit++) {
            if (which == Case.COPIES && hit > 0) {
                signatures.add(signatures.getFirst());
            } else {
                ShingleHashes hashes = new ShingleHashes();
                for (int i = 0; i < SHINGLES; i++) {
                    hashes.accept(random.nextLong());
                }
                signatures.add(Signature.of(sketcher.sketch(hashes)).stored());
            }
        }
        collapse = new WindowCollapse(
                Settings.scheme().signatureFormat(), signatures, (a, b) -> true,
                Settings.MIN_SIMILARITY, NAMED,
                JobMonitor.NONE);
    }

    /** Collapses the window. */
    @Benchmark
    public List<WindowCollapse.KeptHit> oursBySignatures() {
        return collapse.bySignatures();
    }
}
