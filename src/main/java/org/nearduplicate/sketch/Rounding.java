package org.nearduplicate.sketch;

/** How far off numbers may be that were computed in doubles. */
public final class Rounding {

    /**
     * Much more than a few operations add to a number or take from it, as a share of it, and much less than
     * would change an answer visibly.
     */
    public static final double ERROR = 1e-9;

    private Rounding() {}
}
