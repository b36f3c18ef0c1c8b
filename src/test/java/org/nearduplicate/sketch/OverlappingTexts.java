package org.nearduplicate.sketch;

import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.Random;

/**
 * A random text of which two parts overlap: pairs of documents whose similarity is known exactly.
 *
 * <pre>
 * shingles of the text   0 ────────────────── union
 * first document         0 ───────────── a
 * second document                  b ─────── union     common = a − b
 * </pre>
 */
public final class OverlappingTexts {

    private final int union;
    private final long[] shingles;

    /** Shingles a text of random words, of which none is likely to occur twice. */
    public OverlappingTexts(HashFunction function, int union, Random random) {
        this.union = union;
        this.shingles = new long[union];
        Scheme scheme = scheme().hash(function, 0).build();
        ShingleHashes hashes = new ShingleHashes();
        ShingleHasher hasher = new ShingleHasher(scheme);
        hasher.beginValue();
        for (int i = 0; i < union + scheme.shingleSize() - 1; i++) {
            String token = Long.toString(random.nextLong() >>> 24, Character.MAX_RADIX);
            hasher.addToken(token, i > 0, hashes);
        }
        hasher.endValue(hashes);
        for (int i = 0; i < union; i++) {
            shingles[i] = hashes.get(i);
        }
    }

    /** Returns the highest similarity up to the one wanted that sets of this union can have. */
    public static double possible(int union, double similarity) {
        return Math.floor(similarity * union) / union;
    }

    /** Returns one document of the pair of a possible similarity. */
    public ShingleHashes first(double similarity) {
        return part(0, endOfFirst(similarity));
    }

    public ShingleHashes second(double similarity) {
        return part(endOfFirst(similarity) - common(similarity), union);
    }

    private int endOfFirst(double similarity) {
        return (union + common(similarity)) / 2;
    }

    private int common(double similarity) {
        return (int) Math.round(similarity * union);
    }

    private ShingleHashes part(int from, int to) {
        ShingleHashes part = new ShingleHashes();
        for (int i = from; i < to; i++) {
            part.accept(shingles[i]);
        }
        return part;
    }
}
