package org.nearduplicate.tuning;

/**
 * What a setting costs per document.
 *
 * @param signatureBytes bytes of the signature in doc values
 * @param bandTermBytes bytes of the band terms in an inverted index of the sample
 * @param signingMicros microseconds from text to sketch, measured on the sample
 */
public record SettingCost(double signatureBytes, double bandTermBytes, double signingMicros) {

    /** Returns the bytes per document in all. */
    public double bytes() {
        return signatureBytes + bandTermBytes;
    }
}
