package org.nearduplicate.benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measurements of the same thing.
 *
 * @param sorted the measurements in ascending order
 */
public record Sample(double[] sorted) {

    public Sample {
        sorted = sorted.clone();
        Arrays.sort(sorted);
    }

    /** Returns a sample of these measurements. */
    public static Sample of(List<Double> measurements) {
        return new Sample(measurements.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Returns the one in the middle; of an even number, the higher of the two in the middle. */
    public double median() {
        return quantile(0.5);
    }

    /**
     * Returns the lowest measurement that has this share of all of them below it.
     *
     * @param share in [0,1)
     */
    public double quantile(double share) {
        return sorted[(int) (sorted.length * share)];
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT,
                "%.2f (%.2f–%.2f)", median(), sorted[0], sorted[sorted.length - 1]);
    }
}
