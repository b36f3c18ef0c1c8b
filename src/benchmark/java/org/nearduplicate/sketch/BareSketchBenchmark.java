package org.nearduplicate.sketch;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The sketch algorithms and nothing else: from hashes that are ready and distinct to components of 64 bits. SuperMinHash and
 * MinHash are those of hash4j. There are so many sets that a processor cannot learn their branches by heart.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BareSketchBenchmark {

    private static final int ALL_SHINGLES = 1 << 19;

    /** The shingles of a text. */
    @Param({"50", "120", "200", "1000"})
    public int shingles;

    /** The components of a sketch. */
    @Param({"128", "192"})
    public int components;

    private Elements[] sets;
    private int next;

    private Function<Elements, byte[]> fastSimilarity;
    private Function<Elements, byte[]> superMinHash;
    private Function<Elements, byte[]> minHash;

    /** Makes the sets. */
    @Setup
    public void makeSets() {
        SplittableRandom random = new SplittableRandom(1);
        sets = Stream.generate(() -> new Elements(random.longs(shingles).toArray(), shingles))
                .limit(ALL_SHINGLES / shingles)
                .toArray(Elements[]::new);
        fastSimilarity = SketchAlgorithm.FAST_SIMILARITY.components(components);
        superMinHash = SketchAlgorithm.SUPER_MINHASH.components(components);
        minHash = SketchAlgorithm.MINHASH.components(components);
    }

    /** Fast Similarity Sketching. */
    @Benchmark
    public byte[] ours() {
        return fastSimilarity.apply(nextSet());
    }

    /** SuperMinHash. */
    @Benchmark
    public byte[] superMinHash() {
        return superMinHash.apply(nextSet());
    }

    /** MinHash. */
    @Benchmark
    public byte[] minHash() {
        return minHash.apply(nextSet());
    }

    private Elements nextSet() {
        next = (next + 1) % sets.length;
        return sets[next];
    }
}
