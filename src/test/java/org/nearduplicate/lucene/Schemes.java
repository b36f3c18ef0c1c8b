package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;
import static org.nearduplicate.sketch.SchemeBuilder.scheme;

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

    private Schemes() {}

    /** Returns the default scheme but for the numbers given, and for signatures of a byte a component. */
    public static Scheme words(int shingleSize, int hashCount, int bands, int rows) {
        return scheme().shingles(ShingleUnit.WORD, shingleSize)
                .sketch(SketchAlgorithm.FAST_SIMILARITY, hashCount)
                .bits(Byte.SIZE)
                .banding(bands, rows)
                .build();
    }

    /** Returns a small scheme of shingles of characters. */
    public static Scheme characters(int shingleSize) {
        return scheme().shingles(ShingleUnit.CHARACTER, shingleSize)
                .sketch(SketchAlgorithm.FAST_SIMILARITY, 16)
                .banding(2, 2)
                .build();
    }

    /** Returns the default scheme but for the bands. */
    public static Scheme ofMapping(Banding banding) {
        return ofMapping(banding, Parameters.SEED.defaultValue());
    }

    /** Returns the default scheme but for bands and seed. */
    static Scheme ofMapping(Banding banding, int seed) {
        return scheme().hash(HashFunction.XXH3, seed)
                .banding(banding.bands(), banding.rows())
                .build();
    }

    /** Returns a scheme in which everything is random; its band numbers take one or two characters. */
    public static Scheme random(Random random) {
        int hashCount = randomFrom(random, List.of(16, 32, 33, 64, 100, 128));
        int rows = RandomNumbers.randomIntBetween(random, 2, 6);
        int bands = RandomNumbers.randomIntBetween(random, 1, hashCount / rows);
        ShingleUnit unit = randomFrom(random, ShingleUnit.values());
        int maxSize = unit == ShingleUnit.WORD ? 4 : 9;
        return scheme()
                .shingles(unit, RandomNumbers.randomIntBetween(random, 1, maxSize))
                .hash(
                        randomFrom(random, HashFunction.values()),
                        RandomNumbers.randomIntBetween(random, 0, Integer.MAX_VALUE))
                .sketch(randomFrom(random, SketchAlgorithm.values()), hashCount)
                .bits(randomFrom(random, Parameters.SIGNATURE_BITS.choices()))
                .banding(bands, rows)
                .build();
    }
}
