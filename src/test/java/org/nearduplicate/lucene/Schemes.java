package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.List;
import java.util.Random;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** Schemes to test with. */
public final class Schemes {

    private static final int VERSION = Parameters.SCHEME_VERSION.defaultValue();

    private Schemes() {}

    /** Returns the default scheme but for the numbers given, and for signatures of a byte a component. */
    public static Scheme words(int shingleSize, int hashCount, int bands, int rows) {
        return new Scheme(
                VERSION, ShingleUnit.WORD, shingleSize, HashFunction.XXH3, 0,
                SketchAlgorithm.FAST_SIMILARITY, hashCount,
                Byte.SIZE, new Banding(bands, rows));
    }

    /** Returns the default scheme but for the bands. */
    public static Scheme ofMapping(Banding banding) {
        return ofMapping(banding, Parameters.SEED.defaultValue());
    }

    /** The same with a seed. */
    static Scheme ofMapping(Banding banding, int seed) {
        return new Scheme(
                VERSION, ShingleUnit.WORD, Parameters.SHINGLE_SIZE.defaultValue(),
                HashFunction.XXH3,
                seed, Parameters.SKETCH.defaultValue(),
                Parameters.HASH_COUNT.defaultValue(), Parameters.SIGNATURE_BITS.defaultValue(),
                banding);
    }

    /** Returns a scheme in which everything is random; its band numbers take one or two characters. */
    public static Scheme random(Random random) {
        int hashCount = randomFrom(random, List.of(16, 32, 33, 64, 100, 128));
        int rows = RandomNumbers.randomIntBetween(random, 2, 6);
        int bands = RandomNumbers.randomIntBetween(random, 1, hashCount / rows);
        ShingleUnit unit = randomFrom(random, ShingleUnit.values());
        int maxSize = unit == ShingleUnit.WORD ? 4 : 9;
        return new Scheme(
                VERSION,
                unit,
                RandomNumbers.randomIntBetween(random, 1, maxSize),
                randomFrom(random, HashFunction.values()),
                RandomNumbers.randomIntBetween(random, 0, Integer.MAX_VALUE),
                randomFrom(random, SketchAlgorithm.values()),
                hashCount,
                randomFrom(random, Parameters.SIGNATURE_BITS.choices()),
                new Banding(bands, rows));
    }
}
