package org.nearduplicate.sketch;

/**
 * What the bands of a document cost, in the unit of one band: a term in the index (7 bytes and 1.3 µs of Lucene's work) and
 * a seek in each query (.7 µs), and half of that for each candidate of a query: comparing its signature takes a tenth of a seek,
 * reading its text, where that has to be done, fifty.
 *
 * <p>How many candidates there are hangs on how similar texts are to each other. Of real texts so many have a similarity of
 * about J to a document as fall with J^−2.5, which was measured on 64,000 short texts and on agency news, of which
 * there are fewer, but in the same proportion.
 */
final class BandCost {

    private static final int STEPS = 20;
    private static final double TEXTS = 16;
    private static final double FALL = -2.5;
    private static final double CANDIDATE = 0.5;

    private BandCost() {}

    /** Returns the cost of bands of which lookups take all rows. */
    static double of(Banding banding) {
        double candidates = 0;
        for (int step = 1; step <= STEPS; step++) {
            double similarity = (double) step / STEPS;
            candidates += TEXTS / STEPS * Math.pow(similarity, FALL)
                    * banding.probability(similarity);
        }
        return banding.bands() + CANDIDATE * candidates;
    }
}
