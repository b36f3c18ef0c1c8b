package org.nearduplicate.collapse;

import java.util.Arrays;
import java.util.List;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.SignatureFormat;

/** The signatures of ranked hits, the first first. Immutable. */
public final class Window {

    private final SignatureFormat format;
    private final byte[][] signatures;

    /**
     * Creates a window.
     *
     * @param format that of all signatures
     * @param signatures those of the hits in the order of their ranks, null for one without; not copied
     * @throws IllegalStateException if something else than a signature is among them
     */
    public Window(SignatureFormat format, List<byte[]> signatures) {
        this.format = format;
        this.signatures = signatures.toArray(byte[][]::new);
        for (byte[] signature : this.signatures) {
            if (signature != null) {
                format.shingleCount(signature, 0, signature.length);
            }
        }
    }

    /** Returns the number of hits. */
    public int size() {
        return signatures.length;
    }

    /** Returns whether a hit has a signature: one without a text has none. */
    boolean hasSignature(int hit) {
        return signatures[hit] != null;
    }

    /** Returns the number of distinct shingles of a hit with a signature. */
    int shingleCount(int hit) {
        return SignatureFormat.shingleCount(signatures[hit], 0);
    }

    /** Returns whether two hits with signatures have the same, and so the same shingles. */
    boolean areCopies(int a, int b) {
        return Arrays.equals(signatures[a], signatures[b]);
    }

    /** Returns what a comparison says of two hits with signatures. */
    double similarity(int a, int b, SignatureComparison comparison) {
        return comparison.similarity(signatures[a], 0, signatures[b], 0);
    }

    SignatureFormat format() {
        return format;
    }
}
