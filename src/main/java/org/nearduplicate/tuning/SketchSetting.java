package org.nearduplicate.tuning;

import java.util.Objects;
import org.apache.lucene.analysis.Analyzer;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * What decides, beside the shingles, about the sketch of a text.
 *
 * @param hashFunction the hash function
 * @param seed its seed
 * @param algorithm the sketch algorithm
 * @param hashCount k, the components, 16–1024
 * @param signatureBits the bits of each that a signature keeps: 1, 2, 4 or 8
 */
public record SketchSetting(
        HashFunction hashFunction,
        int seed,
        SketchAlgorithm algorithm,
        int hashCount,
        int signatureBits) {

    /** That of a mapping which says nothing. */
    static final SketchSetting DEFAULT = new SketchSetting(
            Parameters.HASH_FUNCTION.defaultValue(),
            Parameters.SEED.defaultValue(),
            Parameters.SKETCH.defaultValue(),
            Parameters.HASH_COUNT.defaultValue(),
            Parameters.SIGNATURE_BITS.defaultValue());

    /** Analyzers are told the name of a field; that of a sample is in no mapping. */
    private static final String SAMPLE = "sample";

    /** How sketches are cut does not change them: one band stands for whichever it will be. */
    private static final Banding ANY = new Banding(1, BandRows.FEWEST);

    /**
     * Checks every part.
     *
     * @throws IllegalArgumentException if the seed, the hash count or the bits are out of their bounds
     */
    public SketchSetting {
        Objects.requireNonNull(hashFunction);
        Parameters.SEED.check(seed);
        Objects.requireNonNull(algorithm);
        Parameters.HASH_COUNT.check(hashCount);
        Parameters.SIGNATURE_BITS.check(signatureBits);
    }

    /** Returns what decides about sketches in a scheme. */
    static SketchSetting of(Scheme scheme) {
        return new SketchSetting(
                scheme.hashFunction(),
                scheme.seed(),
                scheme.sketch(),
                scheme.hashCount(),
                scheme.signatureBits());
    }

    /** Returns what makes these sketches of such shingles, with bands still to be chosen. */
    TextSketcher sketcher(ShingleSetting shingles, Analyzer analyzer) {
        return new TextSketcher(SAMPLE, analyzer, scheme(shingles));
    }

    /** Returns the scheme of these sketches, with bands still to be chosen. */
    Scheme scheme(ShingleSetting shingles) {
        return new Scheme(
                Parameters.SCHEME_VERSION.defaultValue(),
                shingles.unit(),
                shingles.size(),
                hashFunction,
                seed,
                algorithm,
                hashCount,
                signatureBits,
                ANY);
    }
}
