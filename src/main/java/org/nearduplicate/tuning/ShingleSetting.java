package org.nearduplicate.tuning;

import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * The parameters that shingles depend on, and so all similarities.
 *
 * @param analyzer the name of the analyzer that gives the tokens
 * @param unit what a shingle is made of
 * @param size n, the units in a shingle, 1–64
 */
public record ShingleSetting(String analyzer, ShingleUnit unit, int size) {

    /** The bands of a scheme before they are chosen. Sketches do not depend on them. */
    static final Banding ANY = new Banding(1, BandRows.FEWEST);

    /** Returns the scheme of a mapping with these shingles and defaults for all else, with bands still to be chosen. */
    Scheme byDefault() {
        return scheme(
                Parameters.HASH_FUNCTION.defaultValue(), Parameters.SKETCH.defaultValue(),
                Parameters.HASH_COUNT.defaultValue(), Parameters.SIGNATURE_BITS.defaultValue());
    }

    /** Returns a scheme of such shingles, with bands still to be chosen. */
    Scheme scheme(
            HashFunction hashFunction, SketchAlgorithm algorithm, int hashCount, int bits) {
        return new Scheme(
                Parameters.SCHEME_VERSION.defaultValue(), unit, size, hashFunction,
                Parameters.SEED.defaultValue(), algorithm, hashCount, bits, ANY);
    }
}
