package org.nearduplicate.tuning;

import org.nearduplicate.lucene.Verify;

/**
 * What a setting costs, and the rule that makes one number of it.
 *
 * @param signatureBytes bytes of the signature of a document in doc values
 * @param bandTermBytes bytes of the band terms of a document in an inverted index of the sample
 * @param textsRead the texts that a query for a document of the sample reads where it verifies exactly, on the average: those of
 *     the candidates that are no copies and that signatures do not rule out
 * @param signingMicros microseconds from text to sketch, measured on the sample
 */
public record SettingCost(
        double signatureBytes, double bandTermBytes, double textsRead, double signingMicros) {

    /** Returns the bytes per document in all. */
    public double bytes() {
        return signatureBytes + bandTermBytes;
    }

    /**
     * Returns the one number by which settings are compared: the bytes of a document times the texts that a query makes
     * shingles of, its own and those that it reads. So a percent of bytes weighs as much as a percent of texts, and where few
     * texts are read bytes decide.
     *
     * @param verify how queries verify: by signatures they read no text but their own
     */
    public double total(Verify verify) {
        return switch (verify) {
            case EXACT -> bytes() * (1 + textsRead);
            case SIGNATURE -> bytes();
        };
    }
}
