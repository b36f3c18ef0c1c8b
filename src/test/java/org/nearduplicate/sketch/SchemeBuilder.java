package org.nearduplicate.sketch;

/** Makes schemes that differ from the default one in what a test is about. */
public final class SchemeBuilder {

    private ShingleUnit unit = Parameters.SHINGLE_UNIT.defaultValue();
    private int shingleSize = Parameters.SHINGLE_SIZE.defaultValue();
    private HashFunction hashFunction = Parameters.HASH_FUNCTION.defaultValue();
    private int seed = Parameters.SEED.defaultValue();
    private SketchAlgorithm sketch = Parameters.SKETCH.defaultValue();
    private int hashCount = Parameters.HASH_COUNT.defaultValue();
    private int signatureBits = Parameters.SIGNATURE_BITS.defaultValue();
    private Banding banding = new Banding(1, 2);

    public static SchemeBuilder scheme() {
        return new SchemeBuilder();
    }

    public SchemeBuilder shingles(ShingleUnit unit, int shingleSize) {
        this.unit = unit;
        this.shingleSize = shingleSize;
        return this;
    }

    public SchemeBuilder hash(HashFunction hashFunction, int seed) {
        this.hashFunction = hashFunction;
        this.seed = seed;
        return this;
    }

    public SchemeBuilder sketch(SketchAlgorithm sketch, int hashCount) {
        this.sketch = sketch;
        this.hashCount = hashCount;
        return this;
    }

    public SchemeBuilder bits(int signatureBits) {
        this.signatureBits = signatureBits;
        return this;
    }

    public SchemeBuilder banding(int bands, int rows) {
        this.banding = new Banding(bands, rows);
        return this;
    }

    public Scheme build() {
        return new Scheme(
                Parameters.SCHEME_VERSION.defaultValue(), unit, shingleSize, hashFunction, seed,
                sketch, hashCount, signatureBits, banding);
    }
}
