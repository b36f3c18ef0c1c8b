package org.nearduplicate.sketch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Everything that decides which bytes a text becomes. Two documents can be compared only if they were
 * sketched by equal schemes.
 *
 * @param version the version of the recipe
 * @param shingleUnit what a shingle is made of
 * @param shingleSize n, the units in a shingle, 1–64
 * @param hashFunction the hash function of tokens and shingles
 * @param seed its seed, 0 or more
 * @param sketch the sketch algorithm
 * @param hashCount k, the components of a sketch, 16–1024
 * @param signatureBits the bits of each that a signature keeps: 1, 2, 4 or 8
 * @param banding bands and rows, b·r ≤ k
 */
public record Scheme(
        int version,
        ShingleUnit shingleUnit,
        int shingleSize,
        HashFunction hashFunction,
        int seed,
        SketchAlgorithm sketch,
        int hashCount,
        int signatureBits,
        Banding banding) {

    /** @throws IllegalArgumentException if one is out of its bounds */
    public Scheme {
        Parameters.SCHEME_VERSION.check(version);
        Objects.requireNonNull(shingleUnit);
        Parameters.SHINGLE_SIZE.check(shingleSize);
        Objects.requireNonNull(hashFunction);
        Parameters.SEED.check(seed);
        Objects.requireNonNull(sketch);
        Parameters.HASH_COUNT.check(hashCount);
        Parameters.SIGNATURE_BITS.check(signatureBits);
        banding.within(hashCount);
    }

    /** Returns how its band terms are written. */
    public BandTermFormat bandTermFormat() {
        return new BandTermFormat(banding.bands());
    }

    /** Returns how its signatures are stored. */
    public SignatureFormat signatureFormat() {
        return new SignatureFormat(hashCount, signatureBits);
    }

    /** Returns every component as a mapping says it, by the names of parameters. */
    public Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put(Parameters.SHINGLE_UNIT.name(), ChoiceParameter.nameOf(shingleUnit));
        parameters.put(Parameters.SHINGLE_SIZE.name(), shingleSize);
        parameters.put(Parameters.HASH_COUNT.name(), hashCount);
        parameters.put(Parameters.SIGNATURE_BITS.name(), signatureBits);
        parameters.put(Parameters.BANDS.name(), banding.bands());
        parameters.put(Parameters.ROWS.name(), banding.rows());
        parameters.put(Parameters.SKETCH.name(), ChoiceParameter.nameOf(sketch));
        parameters.put(Parameters.HASH_FUNCTION.name(), ChoiceParameter.nameOf(hashFunction));
        parameters.put(Parameters.SEED.name(), seed);
        parameters.put(Parameters.SCHEME_VERSION.name(), version);
        return parameters;
    }

    /**
     * Returns this scheme with other bands.
     *
     * @param other b·r ≤ k
     * @throws IllegalArgumentException if b·r exceeds k
     */
    public Scheme withBanding(Banding other) {
        return new Scheme(
                version, shingleUnit, shingleSize, hashFunction, seed, sketch, hashCount,
                signatureBits, other);
    }
}
