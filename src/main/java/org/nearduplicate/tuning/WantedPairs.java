package org.nearduplicate.tuning;

/**
 * Which pairs a setting should find. Settings that want the same pairs can be compared.
 *
 * @param shingles the shingles of which the similarities are
 * @param similarity the similarity that the pairs reach
 */
public record WantedPairs(ShingleSetting shingles, double similarity) {}
