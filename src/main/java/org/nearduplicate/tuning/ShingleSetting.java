package org.nearduplicate.tuning;

import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * What decides about the shingles of a text, and so about every similarity.
 *
 * @param analyzer the name of the analyzer that gives the tokens
 * @param unit what a shingle is made of
 * @param size n, the units in a shingle, 1–64
 */
public record ShingleSetting(String analyzer, ShingleUnit unit, int size) {

    /** How sketches are cut does not change them: one band stands for whichever it will be. */
    static final Banding ANY = new Banding(1, BandRows.FEWEST);

    /** Returns how a mapping which says nothing else sketches such shingles, with bands still to be chosen. */
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
