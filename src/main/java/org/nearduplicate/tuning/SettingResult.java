package org.nearduplicate.tuning;

import org.nearduplicate.lucene.Verify;

/**
 * The figures of one setting: a row of the answer.
 *
 * @param origin why it is measured
 * @param pairs what it finds of the pairs of the sample
 * @param error the error of the estimates of signatures
 * @param signatureBytes bytes of the signature of a document in doc values
 * @param bandTermBytes about the bytes of the band terms of a document in an inverted index of the sample
 * @param signingMicros microseconds from text to sketch, measured on the sample
 */
public record SettingResult(
        Setting setting,
        Origin origin,
        PairFigures pairs,
        EstimateError error,
        double signatureBytes,
        double bandTermBytes,
        double signingMicros) {

    /** Returns the bytes per document in all. */
    public double bytes() {
        return signatureBytes + bandTermBytes;
    }

    /**
     * Returns the number by which settings are compared: the bytes of a document times the texts that a query shingles,
     * its own and those that it reads. A percent of bytes weighs as much as a percent of texts.
     *
     * @param verify how queries verify: by signatures they read no text but their own
     */
    public double cost(Verify verify) {
        return switch (verify) {
            case EXACT -> bytes() * (1 + pairs.textsRead());
            case SIGNATURE -> bytes();
        };
    }

    /**
     * The error of signatures, estimated − exact similarity, over the pairs that reach the similarity and whose shingle sets
     * differ; NaN if there are none.
     */
    public record EstimateError(double mean, double meanAbsolute, double standardDeviation) {}
}
