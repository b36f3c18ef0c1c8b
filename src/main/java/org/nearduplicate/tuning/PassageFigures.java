package org.nearduplicate.tuning;

import org.nearduplicate.sketch.SampledShingles;

/**
 * What sampled shingles find of the passages of a sample, and what they cost. Passages are searched for as by a query
 * with {@code share_of} {@code like}, in the texts that they were drawn from and in all others.
 *
 * @param wanted the shingles, and the share of a passage that a document has to have
 * @param sampled one of how many shingles is sampled
 * @param passages the passages that were searched for, one of each text that is long enough
 * @param pairs the pairs of a passage and a document that has that share of it
 * @param found those of them that share enough sampled shingles
 * @param candidates the pairs that share enough sampled shingles, whatever their share
 * @param perDocument the sampled shingles of a document, on the average
 * @param withoutSampledShingles the documents that have none, and are in no answer
 * @param termBytes about the bytes of the sampled shingles per document in an inverted index
 */
public record PassageFigures(
        WantedPairs wanted,
        SampledShingles sampled,
        int passages,
        long pairs,
        long found,
        long candidates,
        double perDocument,
        long withoutSampledShingles,
        double termBytes) {

    /** Returns the share of the pairs that are found; NaN if there are none. */
    public double recall() {
        return (double) found / pairs;
    }

    /** Returns the documents that a query for a passage compares; NaN if there are no passages. */
    public double candidatesPerPassage() {
        return (double) candidates / passages;
    }
}
