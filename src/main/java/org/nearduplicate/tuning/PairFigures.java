package org.nearduplicate.tuning;

/**
 * The pairs of a sample that a setting finds, against their exact similarities. A query that verifies exactly, the
 * default, finds the candidates that reach the similarity. Figures by signatures are those of a query that compares
 * signatures.
 *
 * @param recall the share of the pairs that reach the similarity that are candidates; NaN if there are none
 * @param predictedRecall the same by the S-curve, for the exact similarities of the sample
 * @param standardError an upper bound for that of the predicted recall: pairs of one connected component are taken to be
 *     found or missed together, all others to be independent
 * @param noise the share of the pairs that do not reach the similarity that are candidates; NaN if there are none
 * @param candidatesPerDocument the candidates that a query for a document of the sample finds in it, on the average
 * @param textsRead those of them whose texts it reads if it verifies exactly: not those of equal signatures, nor those
 *     that signatures rule out
 * @param truePositives pairs that reach the similarity and are found by signatures
 * @param falsePositives pairs that do not reach it and are found by signatures
 * @param falseNegatives pairs that reach it and are not found by signatures
 */
public record PairFigures(
        double recall,
        double predictedRecall,
        double standardError,
        double noise,
        double candidatesPerDocument,
        double textsRead,
        long truePositives,
        long falsePositives,
        long falseNegatives) {

    /** Returns the pairs that reach the similarity. */
    public long toFind() {
        return truePositives + falseNegatives;
    }

    /** Returns the share of the pairs found by signatures that reach the similarity, NaN if none was found. */
    public double precisionBySignatures() {
        return (double) truePositives / (truePositives + falsePositives);
    }

    /** Returns the share of the pairs that reach the similarity that signatures find, NaN if there are none. */
    public double recallBySignatures() {
        return (double) truePositives / toFind();
    }

    /** Returns the harmonic mean of the two, NaN if nothing was found nor to be found. */
    public double f1BySignatures() {
        return 2.0 * truePositives / (2 * truePositives + falsePositives + falseNegatives);
    }
}
