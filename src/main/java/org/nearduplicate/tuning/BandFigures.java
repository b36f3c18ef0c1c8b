package org.nearduplicate.tuning;

/**
 * What the bands do, and so a query that verifies exactly, as queries do that say nothing else.
 *
 * @param recall the share of the pairs that reach the similarity that are candidates, and so are found; NaN
 *     if there are none
 * @param predictedRecall the same by the S-curve, for the exact similarities of the sample; NaN if there
 *     are none
 * @param standardError of the predicted recall, at most: pairs that hang together by others are taken to be
 *     found or missed together, all others for independent
 * @param noise the share of the pairs that do not reach the similarity that are candidates; NaN if there
 *     are none
 * @param candidatesPerDocument the candidates that a query for a document of the sample finds in it, on
 *     the average
 */
public record BandFigures(
        double recall,
        double predictedRecall,
        double standardError,
        double noise,
        double candidatesPerDocument) {}
