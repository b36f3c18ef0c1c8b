package org.nearduplicate.tuning.plot;

/** The numbers 1, 2 and 5 times a power of ten, with which axes begin, end and go on. */
final class RoundNumbers {

    /** What rounding may take from a number that is round. */
    static final double ROUNDING = 1e-9;

    private static final double[] FACTORS = {1, 2, 5, 10};

    private RoundNumbers() {}

    /** Returns the greatest round number that is not above a positive one. */
    static double floor(double number) {
        double decade = decade(number);
        double floor = decade;
        for (double factor : FACTORS) {
            floor = factor * decade <= number * (1 + ROUNDING) ? factor * decade : floor;
        }
        return floor;
    }

    /** Returns the least round number that is not below a positive one. */
    static double ceiling(double number) {
        double decade = decade(number);
        for (double factor : FACTORS) {
            if (factor * decade >= number * (1 - ROUNDING)) {
                return factor * decade;
            }
        }
        throw new IllegalArgumentException("not positive: " + number);
    }

    private static double decade(double number) {
        return Math.pow(10, Math.floor(Math.log10(number) + ROUNDING));
    }
}
