package org.nearduplicate.tuning;

/**
 * The error of the similarity that signatures estimate, over the pairs that reach the similarity and
 * whose shingle sets differ; all are NaN if there are none.
 *
 * @param mean the mean of estimate − exact
 * @param meanAbsolute the mean of |estimate − exact|
 * @param standardDeviation the standard deviation of estimate − exact
 */
public record EstimateError(double mean, double meanAbsolute, double standardDeviation) {}
