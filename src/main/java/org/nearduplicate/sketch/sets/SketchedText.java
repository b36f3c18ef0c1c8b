package org.nearduplicate.sketch.sets;

import java.util.Arrays;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.Sketch;

/**
 * What is known of a text once it is sketched: where it is found, and what it is compared by. Immutable.
 *
 * @param keys the keys of its band terms, as {@link BandTermFormat} has them, ascending; not copied, not to be modified
 */
public record SketchedText(long[] keys, Signature signature, ShingleSet shingles) {

    /** About what the objects take, beside their arrays. */
    private static final long BASE_BYTES = 128;

    /** Takes the sketch and the shingle hashes of the same text; neither is kept. */
    public static SketchedText of(Sketch sketch, ShingleHashes hashes) {
        return of(sketch, ShingleSet.of(hashes));
    }

    /** Takes the sketch and the shingle set of the same text. */
    public static SketchedText of(Sketch sketch, ShingleSet shingles) {
        return new SketchedText(sketch.keys(), Signature.of(sketch), shingles);
    }

    /**
     * Reads what was stored.
     *
     * @param keys those of its band terms, one a band; not copied
     * @param signature the stored form of its signature; not copied
     * @throws IllegalStateException if one of them is broken
     */
    public static SketchedText read(
            Scheme scheme, long[] keys, byte[] signature, byte[] shingles) {
        if (keys.length != scheme.banding().bands()) {
            throw new IllegalStateException(
                    "possible corruption: a sketch of " + scheme.banding().bands()
                            + " bands has " + keys.length + " band terms");
        }
        return new SketchedText(
                keys,
                new Signature(scheme.signatureFormat(), signature),
                ShingleSet.read(shingles));
    }

    /** Returns the bytes that it takes on the heap, roughly. */
    public long ramBytesUsed() {
        return BASE_BYTES
                + (long) Long.BYTES * (keys.length + shingles.size())
                + signature.format().length();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SketchedText that
                && Arrays.equals(keys, that.keys)
                && signature.equals(that.signature)
                && shingles.equals(that.shingles);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(keys);
    }
}
