package org.nearduplicate.sketch;

/**
 * Identifies a shingle set, by the number of its distinct hashes and their sum. Two sets that differ have
 * the same one with probability 2⁻⁶⁴, unless somebody searched for them.
 *
 * @param shingleCount the distinct hashes, at least 1
 * @param sum their sum modulo 2⁶⁴
 */
public record Fingerprint(int shingleCount, long sum) {

    /** Takes the fingerprint of a set. O(n). */
    static Fingerprint of(Elements set) {
        long sum = 0;
        for (int i = 0; i < set.size(); i++) {
            sum += set.hashes()[i];
        }
        return new Fingerprint(set.size(), sum);
    }

    /**
     * Takes the fingerprint of the shingle hashes of one document, at least one, which its {@linkplain Sketch#fingerprint sketch} has; they
     * lose their order and repetitions.
     */
    public static Fingerprint of(ShingleHashes hashes) {
        return of(hashes.distinct());
    }
}
