package org.nearduplicate.sketch;

import java.util.Comparator;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Two goals that no bands and rows within a hash count meet at once, and the nearest that can be met.
 *
 * @param goals a goal of each kind
 * @param rows the most rows of a band that a lookup may take
 * @param hashCount k, the components there are
 */
record ImpossibleGoals(CurveGoals goals, int rows, int hashCount) {

    /** Returns the refusal, which names the goals and for each number of theirs what could be had. */
    IllegalArgumentException refusal() {
        return new IllegalArgumentException(
                String.format(Locale.ROOT,
                        "%s and %s cannot both be met with [hash_count] [%d]; the nearest that can be: %s,"
                                + " or %s, or %s",
                        goals.find(), goals.leaveOut(), hashCount, leastNoise(), mostRecall(),
                        leastHashCount()));
    }

    private String leastNoise() {
        double similarity = goals.leaveOut().similarity();
        return BandChoice.alternatives(goals.find(), rows, hashCount)
                .min(Comparator.comparingDouble(banding -> banding.probability(similarity)))
                .map(banding -> goals.leaveOut().kind().reachable(similarity, banding))
                .orElse("no [noise] at that recall");
    }

    private String mostRecall() {
        Banding most = null;
        double similarity = goals.find().similarity();
        for (int taken = BandRows.FEWEST; taken <= rows; taken++) {
            // The largest b that still leaves out finds the most with this r.
            Banding banding = mostBands(taken);
            if (banding != null && (most == null
                    || banding.probability(similarity) > most.probability(similarity))) {
                most = banding;
            }
        }
        return most == null ? "no [recall] at that noise"
                : goals.find().kind().reachable(similarity, most);
    }

    private Banding mostBands(int taken) {
        Banding most = null;
        for (int bands = 1; bands * taken <= hashCount; bands++) {
            Banding banding = new Banding(bands, taken);
            if (goals.leaveOut().metBy(banding) == false) {
                break;
            }
            most = banding;
        }
        return most;
    }

    private String leastHashCount() {
        int most = Parameters.HASH_COUNT.max();
        OptionalInt needed = BandChoice.alternatives(goals.find(), rows, most)
                .filter(goals.leaveOut()::metBy)
                .mapToInt(Banding::components)
                .min();
        return needed.isPresent()
                ? "both with [hash_count] [" + needed.getAsInt() + "]"
                : "both with no [hash_count] up to " + most;
    }
}
