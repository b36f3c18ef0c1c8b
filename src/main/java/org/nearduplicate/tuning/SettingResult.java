package org.nearduplicate.tuning;

/**
 * The figures of one setting: a row of the answer.
 *
 * @param setting the setting
 * @param origin why it is measured
 * @param counts what a query by signatures finds
 * @param bands what the bands do
 * @param error how far the estimates are off
 * @param cost what it costs
 */
public record SettingResult(
        Setting setting,
        Origin origin,
        PairCounts counts,
        BandFigures bands,
        EstimateError error,
        SettingCost cost) {}
