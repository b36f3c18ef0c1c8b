package org.nearduplicate.integration;

/**
 * How often a test with random input or faults tries: as often as a build has time for, and
 * {@code tests.multiplier} times as often in the Maven profile {@code thorough}.
 */
public final class Effort {

    private static final int MULTIPLIER = Integer.getInteger("tests.multiplier", 1);

    private Effort() {}

    /**
     * Returns how often to try.
     *
     * @param usual how often in a build
     */
    public static int times(int usual) {
        return Math.multiplyExact(usual, MULTIPLIER);
    }

    /** Returns whether tests try as often as in a build. */
    public static boolean isUsual() {
        return MULTIPLIER == 1;
    }
}
