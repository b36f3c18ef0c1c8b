package org.nearduplicate.tuning;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Rounding;
import org.nearduplicate.sketch.sets.SampledShingles;

/**
 * The answer of a parameter search.
 *
 * @param truths the exact figures of the sample, one for each shingle setting
 * @param rows the figures, one for each setting; rows of the same shingles, sketches and bands are together
 * @param front the rows on the recall–cost front, see {@link #front(List, Verify)}
 * @param passages what sampled shingles find, for each shingle setting, each number of which one is sampled, and each
 *     similarity; none if none were tried
 * @param recommendations for the pairs of each shingle setting and similarity that were tried the row that meets the objective
 *     best, and why
 */
public record Tuning(
        List<Truth> truths,
        List<SettingResult> rows,
        Set<SettingResult> front,
        List<PassageFigures> passages,
        List<Recommendation> recommendations) {

    /**
     * Returns the rows that no other row beats. A row is beaten by one of the same shingle setting and similarity that is
     * at least as good in recall and in cost, and better in one of them. Rows without a pair to find are not on the
     * front. O(n log n) for n rows.
     *
     * @param verify how queries verify, which decides about their cost
     */
    static Set<SettingResult> front(List<SettingResult> rows, Verify verify) {
        Comparator<SettingResult> cheapest = Comparator
                .<SettingResult>comparingDouble(row -> row.cost(verify))
                .thenComparingDouble(row -> -row.pairs().recall());
        List<SettingResult> ordered = rows.stream()
                .filter(row -> row.pairs().toFind() > 0)
                .sorted(cheapest)
                .toList();
        Set<SettingResult> front = new HashSet<>();
        TuningJob.grouped(ordered, row -> row.setting().wanted()).values().forEach(same -> {
            SettingResult last = same.getFirst();
            for (SettingResult row : same) {
                // It finds more than all cheaper ones, or is the equal of one of the front.
                if (row.pairs().recall() > last.pairs().recall()
                        || cheapest.compare(row, last) == 0) {
                    front.add(row);
                    last = row;
                }
            }
        });
        return front;
    }

    /** Returns whether a row is recommended for its pairs. */
    public boolean isRecommended(SettingResult row) {
        return recommendations.stream().anyMatch(each -> row.equals(each.best()));
    }

    /**
     * The exact figures of the sample under one shingle setting.
     *
     * @param documents the documents that have a shingle
     * @param withoutShingles the documents that have none, and take no part
     * @param ofOneShingle the documents that have a single one
     * @param contents the distinct shingle sets
     * @param shinglesPerDocument the distinct shingles of a document, on the average
     * @param histogram the pairs of documents in each bin of exact similarities above 0, from bin/{@link #BINS} up to the
     *     next; not copied
     * @param disjoint the pairs without a common shingle, which are in no bin
     * @param identical the pairs of a similarity of 1, which are in the last bin too
     */
    public record Truth(
            ShingleSetting shingles,
            int documents,
            int withoutShingles,
            int ofOneShingle,
            int contents,
            double shinglesPerDocument,
            long[] histogram,
            long disjoint,
            long identical) {

        /** The number of bins, all of equal width; a similarity of 1 is in the last. */
        public static final int BINS = 100;

        /** Returns the bin of a similarity in (0,1], from 0. */
        static int bin(double similarity) {
            return Math.min(BINS - 1, (int) (similarity * BINS + Rounding.ERROR));
        }
    }

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
            Setting.WantedPairs wanted,
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

    /**
     * The row that meets an objective best, of those for the same pairs.
     *
     * @param best the row, or null if none meets the objective
     * @param sampled the fewest sampled shingles that find passages with the recall, or null if none were tried or none do
     * @param reasons the reasons, in sentences for a reader; at least one
     */
    public record Recommendation(
            Setting.WantedPairs wanted, SettingResult best, SampledShingles sampled,
            List<String> reasons) {}
}
