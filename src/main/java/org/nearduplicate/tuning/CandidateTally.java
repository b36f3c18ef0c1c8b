package org.nearduplicate.tuning;

import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.SignatureComparison;

/**
 * Counts, for one similarity, the pairs that the bands and a query by signatures find in a sample. A pair of contents
 * counts as the pairs of documents that it stands for. Counts without allocating. Not thread-safe.
 */
final class CandidateTally {

    private final SignedSample signed;
    private final double similarity;
    private final int[] components;

    /** For each component the sum of the standard deviations of its pairs. */
    private final double[] deviations;

    private final SignatureComparison comparison;
    private final SignatureComparison beforeExact;

    private long pairs;
    private long candidates;
    private long candidatesToFind;
    private long truePositives;
    private long falsePositives;
    private long read;
    private double predicted;

    /**
     * Begins with the pairs of equal shingle sets: they share every band, their similarity is 1, and no text is read for them.
     *
     * @param components for each content the lowest one of its connected component by pairs of the similarity
     */
    CandidateTally(SignedSample signed, double similarity, int[] components) {
        this.signed = signed;
        this.similarity = similarity;
        this.components = components;
        this.deviations = new double[components.length];
        this.comparison = new SignatureComparison(signed.format(), similarity);
        this.beforeExact = SignatureComparison.beforeExact(signed.format(), similarity);
        long identical = signed.sample().identicalPairs();
        this.pairs = identical;
        this.candidates = identical;
        this.candidatesToFind = identical;
        this.truePositives = identical;
        this.predicted = identical;
    }

    /** Counts a pair, as often as its weight says, if its exact similarity reaches that of the tally. */
    void addPair(int content, double exact, long weight, Banding taken) {
        if (exact >= similarity) {
            double found = taken.probability(exact);
            pairs += weight;
            predicted += weight * found;
            deviations[components[content]] += weight * Math.sqrt(found * (1 - found));
        }
    }

    /** Counts a pair of candidates; the exact similarity may be 0 if it is below those of all tallies. */
    void addCandidate(int a, int b, double exact, long weight) {
        boolean toFind = exact >= similarity;
        boolean undecided = signed.similarity(beforeExact, a, b) != Jaccard.REJECTED;
        boolean found = undecided && signed.similarity(comparison, a, b) != Jaccard.REJECTED;
        candidates += weight;
        read += undecided ? weight : 0;
        candidatesToFind += toFind ? weight : 0;
        truePositives += toFind && found ? weight : 0;
        falsePositives += toFind == false && found ? weight : 0;
    }

    PairFigures figures() {
        long others = signed.sample().pairs() - pairs;
        return new PairFigures(
                (double) candidatesToFind / pairs, predicted / pairs, standardError(),
                (double) (candidates - candidatesToFind) / others, perDocument(candidates),
                perDocument(read), truePositives, falsePositives, pairs - truePositives);
    }

    private double perDocument(long pairs) {
        return 2.0 * pairs / signed.sample().documents();
    }

    /**
     * Pairs of one component share texts, so they are correlated: the deviation of their sum is at most the sum of their
     * deviations. Components are taken for independent.
     */
    private double standardError() {
        double variance = 0;
        for (double deviation : deviations) {
            variance += deviation * deviation;
        }
        return Math.sqrt(variance) / pairs;
    }
}
