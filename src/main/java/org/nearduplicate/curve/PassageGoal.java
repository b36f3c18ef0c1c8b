package org.nearduplicate.curve;

import java.util.Locale;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Rounding;
import org.nearduplicate.sketch.sets.SampledShingles;

/**
 * What is wanted of {@linkplain SampledShingles sampled shingles}: that a passage of so many shingles has a sampled one.
 * Without it the passage cannot be found.
 *
 * @param shortest n, the distinct shingles of the shortest passage, 1–1,000,000
 * @param recall the probability with which it has a sampled shingle at least, in (0,1)
 */
public record PassageGoal(int shortest, double recall) {

    /** The shingles of the shortest passage to be found; there is none unless it is given. */
    public static final IntParameter SHORTEST =
            new IntParameter("shortest_passage", null, 1, 1_000_000);

    /** @throws IllegalArgumentException if one is out of its bounds, naming its parameter */
    public PassageGoal {
        SHORTEST.check(shortest);
        Parameters.RECALL.check(recall);
    }

    /** Returns the probability that a passage has a sampled shingle: 1 − (1 − 1/p)ⁿ, in [0,1). */
    public static double probability(int shingles, SampledShingles sampled) {
        return -Math.expm1(shingles * Math.log1p(-1.0 / sampled.oneIn()));
    }

    /**
     * Returns the fewest shingles with which a passage has a sampled shingle with a probability.
     *
     * @param probability the probability, in (0,1)
     * @return the number, at least 1
     */
    public static int shinglesFor(double probability, SampledShingles sampled) {
        double shingles = Math.log1p(-probability) / Math.log1p(-1.0 / sampled.oneIn());
        return (int) Math.max(1, Math.ceil(shingles - Rounding.ERROR));
    }

    /** Returns whether passages of the shortest length have a sampled shingle often enough. */
    public boolean metBy(SampledShingles sampled) {
        return probability(shortest, sampled) >= recall - Rounding.ERROR;
    }

    /**
     * Returns the fewest sampled shingles that meet the goal: the largest p.
     *
     * @throws IllegalArgumentException if even the smallest p does not; it names the nearest goals that can be met
     */
    public SampledShingles choose() {
        for (int oneIn = SampledShingles.PARAMETER.max(); oneIn >= SampledShingles.PARAMETER
                .min(); oneIn--) {
            if (metBy(new SampledShingles(oneIn))) {
                return new SampledShingles(oneIn);
            }
        }
        SampledShingles most = new SampledShingles(SampledShingles.PARAMETER.min());
        throw new IllegalArgumentException(
                String.format(
                        Locale.ROOT,
                        "[%s] [%d] with [%s] [%s] needs more sampled shingles than [%s] [%d] gives, the least that there can be:"
                                + " that allows [%s] [%d], or [%s] [%s]",
                        SHORTEST.name(), shortest, Parameters.RECALL.name(), recall,
                        SampledShingles.PARAMETER.name(), most.oneIn(), SHORTEST.name(),
                        shinglesFor(recall, most), Parameters.RECALL.name(),
                        CurveGoal.Kind.FIND.easier(probability(shortest, most))));
    }
}
