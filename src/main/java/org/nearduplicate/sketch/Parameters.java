package org.nearduplicate.sketch;

import java.util.List;

/**
 * The parameters that shape a sketch, and those that requests of several kinds have, with their names, defaults
 * and bounds. Mapping, token filter and errors take them from here.
 */
public final class Parameters {

    /** What a shingle is made of. */
    public static final ChoiceParameter<ShingleUnit> SHINGLE_UNIT = new ChoiceParameter<>(
            "shingle_unit", ShingleUnit.WORD);

    /** How many consecutive units make a shingle. */
    public static final IntParameter SHINGLE_SIZE = new IntParameter("shingle_size", 3, 1, 64);

    /** The Jaccard similarity from which pairs should be candidates. */
    public static final ShareParameter SIMILARITY = new ShareParameter("similarity", 0.8, true);

    /**
     * The probability with which a pair of that similarity should be a candidate: that it shares the rows that are
     * taken of a band. An estimate by signatures may still reject it.
     */
    public static final ShareParameter RECALL = new ShareParameter("recall", 0.99, false);

    /** Components of a sketch: the error of a similarity falls with their square root. */
    public static final IntParameter HASH_COUNT = new IntParameter("hash_count", 192, 16, 1024);

    /** The bits of each component that a signature keeps: the fewer, the more of them agree by accident. */
    public static final IntParameter SIGNATURE_BITS =
            new IntParameter("signature_bits", 2, List.of(1, 2, 4, 8));

    /** Bands of a sketch; chosen where not given, so the default is that of the choice. */
    public static final IntParameter BANDS = new IntParameter("bands", 12, 1, 512);

    /** Components in a band, the most that a lookup takes; chosen where not given, so the default is that of the choice. */
    public static final IntParameter ROWS = new IntParameter(
            "rows", BandRows.MOST, BandRows.FEWEST, BandRows.MOST);

    /** The similarity that the hits of a query reach; its default is the similarity of the field. */
    public static final ShareParameter MIN_SIMILARITY = new ShareParameter("min_similarity",
            SIMILARITY.defaultValue(), true);

    /** The distinct shingles below which requests leave a text alone. */
    public static final IntParameter MIN_SHINGLES =
            new IntParameter("min_shingles", 1, 1, 1_000_000);

    /** The algorithm that sketches a set of shingle hashes. */
    public static final ChoiceParameter<SketchAlgorithm> SKETCH = new ChoiceParameter<>("sketch",
            SketchAlgorithm.FAST_SIMILARITY);

    /** The hash function of tokens and shingles. */
    public static final ChoiceParameter<HashFunction> HASH_FUNCTION = new ChoiceParameter<>(
            "hash_function", HashFunction.XXH3);

    /** The seed of the hash function. */
    public static final IntParameter SEED = new IntParameter("seed", 0, 0, Integer.MAX_VALUE);

    /** The version of the whole recipe from token to band term and signature. */
    public static final IntParameter SCHEME_VERSION = new IntParameter("scheme_version", 4, 4, 4);

    private Parameters() {}
}
