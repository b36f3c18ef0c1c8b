package org.nearduplicate.tuning;

import java.util.List;
import org.nearduplicate.sketch.SampledShingles;

/**
 * The row that meets an objective best, of those for the same pairs.
 *
 * @param best the row, or null if none meets the objective
 * @param sampled the fewest sampled shingles that find passages with the recall, or null if none were tried or none do
 * @param reasons the reasons, in sentences for a reader; at least one
 */
public record Recommendation(
        WantedPairs wanted, SettingResult best, SampledShingles sampled, List<String> reasons) {}
