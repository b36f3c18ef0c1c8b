package org.nearduplicate.sketch.sets;

import org.nearduplicate.sketch.Rounding;

/**
 * Estimates the share of the shingles of a text that another text has, by the sampled shingles in common.
 *
 * <p>Of m {@linkplain SampledShingles sampled shingles} of a text of n shingles, of which K are in the other too, the
 * number X that is shared is hypergeometric: hashes decide which shingles are sampled. So X/m estimates the share c = K/n
 * without bias, with the variance c(1−c)/m · (n−m)/(n−1). How surely there are enough is said by the binomial
 * distribution of m and c, which leaves out n: for t ≤ mc, X &lt; t is at least as probable by it (Uhlmann, <i>Vergleich
 * der hypergeometrischen mit der Binomial-Verteilung</i>, Metrika 10, 1966). So no more than mc are ever needed.
 *
 * @param sampled m, the sampled shingles of the text, 0 or more
 */
public record ContainmentEstimate(int sampled) {

    /** Of the binomial distribution, what is left out of sums. */
    private static final double NEGLIGIBLE = 1e-18;

    /** Returns the estimate of the share, in [0,1], by the sampled shingles that the other text has too. */
    public double share(int shared) {
        return (double) shared / sampled;
    }

    /** Returns the smallest number of sampled shingles, at least 1, whose estimate is at least a share in (0,1]. */
    public int neededFor(double share) {
        int shared = Math.max(1, (int) (share * sampled));
        while (shared < sampled && share(shared) < share) {
            shared++;
        }
        return shared;
    }

    /**
     * Returns the largest number of sampled shingles that a text of a share has with a probability, up to the expected
     * number. O(√m).
     *
     * @param share the share of the shingles that the other text has, in (0,1]
     * @param recall the probability, in (0,1)
     * @return the number, at least 1; {@link #probability} gives the probability that there is one
     */
    public int neededFor(double share, double recall) {
        int expected = (int) (share * sampled + Rounding.ERROR);
        if (expected <= 1 || share == 1) {
            return Math.max(1, expected);
        }
        double odds = share / (1 - share);
        // Relative to the probability of the expected number.
        double all = 1;
        double weight = 1;
        for (int x = expected; x < sampled && weight > NEGLIGIBLE; x++) {
            weight *= odds * (sampled - x) / (x + 1);
            all += weight;
        }
        weight = 1;
        int needed = expected;
        for (; needed > 0 && weight > NEGLIGIBLE; needed--) {
            weight *= needed / (odds * (sampled - needed + 1));
            all += weight;
        }
        double missed = weight;
        while (needed < expected && missed <= (1 - recall) * all) {
            weight *= odds * (sampled - needed) / (needed + 1);
            needed++;
            missed += weight;
        }
        return Math.max(1, needed);
    }

    /**
     * Returns the probability of the binomial distribution that a text of a share has some of the sampled shingles.
     * O(number), and exact where (1 − c)ᵐ is a number at all.
     *
     * @param least how many of them at least, 1 or more
     * @param share the share of the shingles that the other text has, in (0,1]
     * @return the probability, in [0,1]
     */
    public double probability(int least, double share) {
        if (share == 1) {
            return least <= sampled ? 1 : 0;
        }
        double ofSoMany = Math.exp(sampled * Math.log1p(-share));
        double fewer = 0;
        for (int x = 0; x < least; x++) {
            fewer += ofSoMany;
            ofSoMany *= share / (1 - share) * (sampled - x) / (x + 1);
        }
        return Math.max(0, 1 - fewer);
    }
}
