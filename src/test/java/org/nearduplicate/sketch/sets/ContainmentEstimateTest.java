package org.nearduplicate.sketch.sets;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.Seeded;

/** How surely sampled shingles are shared, against distributions that are summed up term by term. */
public class ContainmentEstimateTest {

    private static final double[] RECALLS = {.01, .5, .9, .99, .999999};
    private static final double ROUNDING = 1e-9;

    /** Of sums of logarithms up to 10⁶. */
    private static final double ROUNDING_OF_MANY = 1e-7;

    @Rule
    public final Seeded seeded = new Seeded();

    /** The most with the recall, up to the expected number. */
    @Test
    public void neededForARecallBySummingUp() {
        for (int sampled = 0; sampled <= 60; sampled++) {
            for (int hundredths = 1; hundredths <= 100; hundredths++) {
                for (double recall : RECALLS) {
                    assertNeeded(sampled, hundredths / 100.0, recall, ROUNDING);
                }
            }
        }
    }

    @Test
    public void neededOfManySampled() {
        Random random = seeded.random();
        for (int i = 0; i < 200; i++) {
            assertNeeded(
                    1 << random.nextInt(17), 1 - random.nextDouble(), 1 - random.nextDouble(),
                    ROUNDING_OF_MANY);
        }
    }

    private static void assertNeeded(
            int sampled, double share, double recall, double rounding) {
        double[] atLeast = atLeast(binomial(sampled, share));
        int expected = (int) (sampled * share + ROUNDING);
        int needed = new ContainmentEstimate(sampled).neededFor(share, recall);
        String what = needed + " of " + sampled + " sampled shingles, " + share + " with " + recall;
        assertTrue(what, needed == 1 || needed > 1 && needed <= expected);
        assertTrue(what, needed == 1 || atLeast[needed] >= recall - rounding);
        assertTrue(what, needed >= expected || atLeast[needed + 1] <= recall + rounding);
    }

    /** Of every text of up to 40 shingles the recall is what it has to be, whichever of them are sampled shingles. */
    @Test
    public void theBinomialPromisesNoMoreThanThereIs() {
        for (int size = 1; size <= 40; size++) {
            for (int sampled = 1; sampled <= size; sampled++) {
                for (int common = 1; common <= size; common++) {
                    double[] atLeast = atLeast(hypergeometric(size, common, sampled));
                    ContainmentEstimate estimate = new ContainmentEstimate(sampled);
                    double share = (double) common / size;
                    String what = common + " of " + size + ", " + sampled + " sampled shingles";
                    assertTrue(
                            what, atLeast[1] >= estimate.probability(1, share) - ROUNDING);
                    for (double recall : RECALLS) {
                        int needed = estimate.neededFor(share, recall);
                        double promised = needed == 1 ? estimate.probability(1, share) : recall;
                        assertTrue(
                                what + ", " + needed + " with " + recall,
                                atLeast[needed] >= Math.min(promised, recall) - ROUNDING);
                    }
                }
            }
        }
    }

    @Test
    public void probabilitiesBySummingUp() {
        for (int sampled = 0; sampled <= 60; sampled++) {
            for (int hundredths = 1; hundredths <= 100; hundredths++) {
                double[] atLeast = atLeast(binomial(sampled, hundredths / 100.0));
                for (int least = 1; least <= sampled + 1; least++) {
                    assertEquals(
                            least + " of " + sampled,
                            atLeast[least],
                            new ContainmentEstimate(sampled).probability(least, hundredths / 100.0),
                            ROUNDING);
                }
            }
        }
    }

    @Test
    public void neededForAnEstimateIsTheLeastThatReachesIt() {
        for (int sampled = 1; sampled <= 200; sampled++) {
            ContainmentEstimate estimate = new ContainmentEstimate(sampled);
            for (int shared = 1; shared <= sampled; shared++) {
                double share = estimate.share(shared);
                assertEquals(shared, estimate.neededFor(share));
                assertEquals(
                        Math.min(sampled, shared + 1),
                        estimate.neededFor(Math.min(1, Math.nextUp(share))));
            }
        }
        assertEquals(1, new ContainmentEstimate(10).neededFor(Double.MIN_VALUE));
    }

    private static double[] binomial(int size, double share) {
        double[] logs = logsOfFactorials(size);
        return IntStream.rangeClosed(0, size)
                .mapToDouble(
                        x -> Math.exp(
                                ways(logs, size, x) + power(share, x) + power(1 - share, size - x)))
                .toArray();
    }

    private static double[] hypergeometric(int size, int common, int sampled) {
        double[] logs = logsOfFactorials(size);
        return IntStream.rangeClosed(0, sampled)
                .mapToDouble(
                        x -> x > common || sampled - x > size - common
                                ? 0
                                : Math.exp(
                                        ways(logs, common, x)
                                                + ways(logs, size - common, sampled - x)
                                                - ways(logs, size, sampled)))
                .toArray();
    }

    private static double[] atLeast(double[] probabilities) {
        double[] atLeast = new double[probabilities.length + 1];
        for (int x = probabilities.length - 1; x >= 0; x--) {
            atLeast[x] = atLeast[x + 1] + probabilities[x];
        }
        return atLeast;
    }

    private static double ways(double[] logs, int of, int chosen) {
        return logs[of] - logs[chosen] - logs[of - chosen];
    }

    private static double power(double base, int exponent) {
        return exponent == 0 ? 0 : exponent * Math.log(base);
    }

    private static double[] logsOfFactorials(int most) {
        double[] logs = new double[most + 1];
        for (int i = 1; i <= most; i++) {
            logs[i] = logs[i - 1] + Math.log(i);
        }
        return logs;
    }
}
