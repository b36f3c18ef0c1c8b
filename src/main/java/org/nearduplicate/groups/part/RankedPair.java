package org.nearduplicate.groups.part;

/**
 * A pair, and what its place among others depends on beside its similarity.
 *
 * @param pair the pair
 * @param areEqual whether its documents have the same content
 * @param a the first document of the content that is to be kept rather than the other
 * @param b the first document of the other, or of the same
 */
public record RankedPair(Pair pair, boolean areEqual, KeeperCandidate a, KeeperCandidate b) {

    /** What a pair costs, roughly, beside what is variable in names. */
    private static final int BYTES = 250;

    /** Returns about the bytes it takes. */
    long bytes() {
        return BYTES + RankedDocuments.variableBytes(a.name())
                + RankedDocuments.variableBytes(b.name());
    }
}
