package org.nearduplicate.sketch;

import java.util.Arrays;

/**
 * What is stored of a sketch: it estimates similarities, and identifies the shingle set. Immutable.
 *
 * @param format the format of its scheme
 * @param stored its stored form; not copied, not to be modified
 */
public record Signature(SignatureFormat format, byte[] stored) {

    /** @throws IllegalStateException if these bytes cannot be a signature */
    public Signature {
        format.shingleCount(stored, 0, stored.length);
    }

    /** Takes the signature of a sketch, in the format of its scheme. */
    public static Signature of(Sketch sketch) {
        SignatureFormat format = sketch.scheme().signatureFormat();
        return new Signature(format, format.encode(sketch));
    }

    /** Returns the number of distinct shingles, at least 1. */
    public int shingleCount() {
        return SignatureFormat.shingleCount(stored, 0);
    }

    /**
     * Returns whether a stored signature is this one, and so that of the same set.
     *
     * @param bytes hold it, checked to have the length of this one
     */
    public boolean isStoredAs(byte[] bytes, int offset) {
        return Arrays.equals(stored, 0, stored.length, bytes, offset, offset + stored.length);
    }

    /**
     * Counts the components equal to those of another signature of the same scheme, and gives up
     * when there cannot be enough. Allocates nothing.
     *
     * @param other holds the other signature in its stored form
     * @param atLeast the count below which the exact number does not matter
     * @return the number of equal components, or −1 if it is below {@code atLeast}
     */
    public int equalComponents(byte[] other, int offset, int atLeast) {
        return format.equalComponents(stored, 0, other, offset, atLeast);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Signature that
                && format.equals(that.format)
                && Arrays.equals(stored, that.stored);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(stored);
    }

    @Override
    public String toString() {
        return "signature of " + shingleCount() + " shingles in " + format.hashCount()
                + " components of " + format.bits() + " bits";
    }
}
