package org.nearduplicate.sketch;

import static org.junit.Assert.assertTrue;

/**
 * Estimates of one similarity, and whether their bias and variance are what theory says.
 *
 * <p>Bounds are six standard deviations away on either side: a correct estimator is outside of them
 * with a probability of 2·10⁻⁹ to 5·10⁻⁹. The mean of hundreds of estimates is as good as normal;
 * their mean square is a χ² over its degrees of freedom, bounded with the approximation of Wilson
 * and Hilferty.
 */
final class EstimateSample {

    private static final double DEVIATIONS = 6;

    private final double similarity;
    private int size;
    private double sum;
    private double sumOfSquares;

    EstimateSample(double similarity) {
        this.similarity = similarity;
    }

    double similarity() {
        return similarity;
    }

    void add(double estimate) {
        double error = estimate - similarity;
        size++;
        sum += error;
        sumOfSquares += error * error;
    }

    double bias() {
        return sum / size;
    }

    /** Returns the mean square of the errors, which is the variance if there is no bias. */
    double variance() {
        return sumOfSquares / size;
    }

    void assertUnbiased(double variance) {
        double bound = DEVIATIONS * Math.sqrt(variance / size);
        assertTrue("bias " + bias() + " exceeds " + bound + this, Math.abs(bias()) <= bound);
    }

    void assertVariance(double variance) {
        double ratio = variance() / variance;
        double least = quantile(-DEVIATIONS);
        double most = quantile(DEVIATIONS);
        assertTrue("variance is " + ratio + " of the theory's, not " + least + "–" + most + this,
                ratio >= least && ratio <= most);
    }

    /** Returns what the mean square over its expectation exceeds by so many standard deviations. */
    private double quantile(double deviations) {
        double spread = 2.0 / (9 * size);
        return Math.pow(Math.max(0, 1 - spread + deviations * Math.sqrt(spread)), 3);
    }

    @Override
    public String toString() {
        return ", in " + size + " estimates of " + similarity;
    }
}
