package org.nearduplicate.sketch;

/**
 * The sketch of one shingle set: k components of 64 bits, and the fingerprint of the set. Immutable. Band terms,
 * by {@link Banding}, and {@link Signature} are made from it.
 */
public final class Sketch {

    private final Scheme scheme;
    private final Fingerprint fingerprint;
    private final byte[] components;

    /** @param components k components of 8 bytes each, little-endian */
    Sketch(Scheme scheme, Fingerprint fingerprint, byte[] components) {
        this.scheme = scheme;
        this.fingerprint = fingerprint;
        this.components = components;
    }

    /** Returns the scheme that made this sketch. */
    public Scheme scheme() {
        return scheme;
    }

    /** Returns the number of distinct shingles, at least 1. */
    public int shingleCount() {
        return fingerprint.shingleCount();
    }

    /** Returns what tells the set of the shingles from others. */
    public Fingerprint fingerprint() {
        return fingerprint;
    }

    /** Returns the keys of the terms of all bands of the scheme, ascending, under which a document is indexed. */
    public long[] keys() {
        return scheme.banding().keys(this);
    }

    /** Returns the packed components; not to be modified. */
    byte[] components() {
        return components;
    }
}
