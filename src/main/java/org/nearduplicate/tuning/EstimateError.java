package org.nearduplicate.tuning;

import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.SignatureComparison;

/**
 * The error of signatures, estimated − exact similarity, over the pairs that reach the similarity and whose shingle sets
 * differ; NaN if there are none.
 */
public record EstimateError(double mean, double meanAbsolute, double standardDeviation) {

    /** Measures all pairs: candidates alone, or pairs that were found, would favour estimates that are too high. */
    static EstimateError measure(
            SignedSample signed, ExactPairs exact, double minSimilarity, JobMonitor monitor) {
        SignatureComparison comparison = new SignatureComparison(signed.format(), 0);
        double weights = 0;
        double sum = 0;
        double absolutes = 0;
        double squares = 0;
        for (int content = 0; content < signed.sample().contents(); content++) {
            monitor.checkCancelled();
            for (int pair = exact.begin(content); pair < exact.end(content); pair++) {
                double similarity = exact.similarity(content, pair);
                if (similarity >= minSimilarity) {
                    int other = exact.partner(pair);
                    double weight = signed.sample().pairsBetween(content, other);
                    double error = signed.similarity(comparison, content, other) - similarity;
                    weights += weight;
                    sum += weight * error;
                    absolutes += weight * Math.abs(error);
                    squares += weight * error * error;
                }
            }
        }
        double mean = sum / weights;
        double variance = Math.max(0, squares / weights - mean * mean);
        return new EstimateError(mean, absolutes / weights, Math.sqrt(variance));
    }
}
