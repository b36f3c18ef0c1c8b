package org.nearduplicate.sketch;

import java.util.Objects;

/**
 * One demand on an S-curve: that pairs of a similarity are found often enough, or seldom enough.
 *
 * @param kind whether such pairs are to be found or to be left out
 * @param similarity the Jaccard similarity of the pairs, in (0,1]
 * @param probability the probability with which they are found at least, or at most, in (0,1)
 */
public record CurveGoal(Kind kind, double similarity, double probability) {

    /** The similarity up to which pairs should be left out; there is none unless it is given. */
    public static final ShareParameter NOISE_SIMILARITY = new ShareParameter("noise_similarity",
            null, true);

    /** The probability with which a pair of that similarity may be found all the same. */
    public static final ShareParameter NOISE = new ShareParameter("noise", 0.01, false);

    /** What is wanted of pairs of a similarity. */
    public enum Kind {

        /** They are found with the probability or more. */
        FIND,

        /** They are found with the probability or less. */
        LEAVE_OUT
    }

    /** Requires a kind. */
    public CurveGoal {
        Objects.requireNonNull(kind);
    }
}
