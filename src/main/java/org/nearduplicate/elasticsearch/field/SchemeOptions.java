package org.nearduplicate.elasticsearch.field;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/**
 * What a user says about a scheme, in a mapping or in the settings of a token filter. What may be
 * left to be chosen is null where it was not said.
 *
 * @param shingleUnit what a shingle is made of
 * @param shingleSize the units in a shingle
 * @param similarity the similarity from which pairs should be found, or null
 * @param recall the probability with which they should be found, or null
 * @param bands the number of bands, or null
 * @param rows the most rows of a band that a lookup takes, or null
 * @param hashCount the components of a sketch
 * @param signatureBits the bits of each that a signature keeps
 * @param sketch the sketch algorithm
 * @param hashFunction the hash function
 * @param seed its seed
 * @param version the version of the recipe
 */
record SchemeOptions(
        ShingleUnit shingleUnit,
        int shingleSize,
        Double similarity,
        Double recall,
        Integer bands,
        Integer rows,
        int hashCount,
        int signatureBits,
        SketchAlgorithm sketch,
        HashFunction hashFunction,
        int seed,
        int version) {

    /** The names of all options. */
    static final List<String> NAMES = names();

    /**
     * Reads all options.
     *
     * @param source gives the value of an option as the user wrote it, or null
     * @return the options, each within its own bounds
     * @throws IllegalArgumentException if one is not
     */
    static SchemeOptions read(Function<String, String> source) {
        return new SchemeOptions(
                Parameters.SHINGLE_UNIT.read(source),
                Parameters.SHINGLE_SIZE.read(source),
                Parameters.SIMILARITY.readOptional(source),
                Parameters.RECALL.readOptional(source),
                Parameters.BANDS.readOptional(source),
                Parameters.ROWS.readOptional(source),
                Parameters.HASH_COUNT.read(source),
                Parameters.SIGNATURE_BITS.read(source),
                Parameters.SKETCH.read(source),
                Parameters.HASH_FUNCTION.read(source),
                Parameters.SEED.read(source),
                Parameters.SCHEME_VERSION.read(source));
    }

    /** Whatever is read is an option. */
    private static List<String> names() {
        List<String> names = new ArrayList<>();
        read(name -> {
            names.add(name);
            return null;
        });
        return List.copyOf(names);
    }

    /** Returns bands and rows with the goal they meet, chosen or checked. */
    BandChoice bandChoice() {
        return BandChoice.resolve(bands, rows, similarity, recall, hashCount);
    }

    /** Returns the probability with which prints find a share: as was said, whatever bands and rows make of a similarity. */
    double recallOfShares() {
        return recall == null ? Parameters.RECALL.defaultValue() : recall;
    }

    /** Returns the scheme that these options describe, with all rows. */
    Scheme scheme() {
        return new Scheme(
                version,
                shingleUnit,
                shingleSize,
                hashFunction,
                seed,
                sketch,
                hashCount,
                signatureBits,
                bandChoice().banding());
    }
}
