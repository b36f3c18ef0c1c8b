package org.nearduplicate.tuning;

import java.util.List;
import java.util.stream.Stream;
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

    /**
     * Why a setting is measured.
     *
     * @param isTried whether it is in the lists, and so may be recommended
     * @param isDefault whether a mapping with defaults for all but its shingles and its similarity has it
     * @param fields the present fields that have it. All three hold also for settings of another recall whose queries do
     *     the same
     */
    public record Origin(boolean isTried, boolean isDefault, List<String> fields) {

        static final Origin TRIED = new Origin(true, false, List.of());
        static final Origin DEFAULT = new Origin(false, true, List.of());

        static Origin of(String field) {
            return new Origin(false, false, List.of(field));
        }

        /** Returns the union of two origins. */
        Origin and(Origin other) {
            return new Origin(
                    isTried || other.isTried,
                    isDefault || other.isDefault,
                    Stream.concat(fields.stream(), other.fields.stream()).toList());
        }
    }
}
