package org.nearduplicate.sketch;

/**
 * The sketch of one shingle set. Immutable. Band terms, by {@link Banding}, and {@link Signature} are made from it.
 *
 * @param scheme how it was made
 * @param fingerprint that of the set
 * @param components k components of 8 bytes each, little-endian; not to be modified
 */
public record Sketch(Scheme scheme, Fingerprint fingerprint, byte[] components) {

    /** Returns the keys of the terms of all bands of the scheme, ascending, under which a document is indexed. */
    public long[] keys() {
        return scheme.banding().keys(this);
    }
}
