package org.nearduplicate.sketch.sets;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.Rule;
import org.junit.Test;
import org.nearduplicate.sketch.Rounding;
import org.nearduplicate.sketch.Seeded;

/**
 * What counts of sets, and what it says of the whole, against java.util sets: random ones, of which the ignored one may
 * be empty, or hold one of the others or both.
 */
public class CountedPartTest {

    @Rule
    public final Seeded seeded = new Seeded();

    private Set<Integer> a;
    private Set<Integer> b;
    private Set<Integer> ignored;

    private void draw() {
        Random random = seeded.random();
        int range = 1 + random.nextInt(60);
        a = random(random, range);
        b = random.nextInt(4) == 0 ? new HashSet<>(a) : random(random, range);
        ignored = random.nextInt(4) == 0 ? Set.of() : random(random, range);
        if (random.nextInt(4) == 0) {
            ignored = union(ignored, a);
        }
    }

    @Test
    public void wholeTextsAreAsSimilarAsTheBoundSays() {
        int reached = 0;
        for (int i = 0; i < 20_000; i++) {
            draw();
            if (a.equals(b)) {
                continue;
            }
            double whole = jaccard(a, b);
            double counted = jaccard(minus(a, ignored), minus(b, ignored));
            CountedPart part = new CountedPart(ignored.size());
            int larger = Math.max(a.size(), b.size());
            for (int known : new int[] {
                    union(minus(a, ignored), minus(b, ignored)).size(), minus(a, ignored).size(),
                    minus(b, ignored).size(), Math.max(0, larger - ignored.size())}) {
                double bound = known == 0 ? 0 : part.leastOfWhole(counted, known);
                assertTrue(bound + " ≤ " + whole, bound <= whole);
                reached += bound > 0 && bound > whole - 2 * Rounding.ERROR
                        && ignored.isEmpty() == false ? 1 : 0;
            }
        }
        assertTrue("a better bound may exist", reached > 100);
    }

    /** A pair that just reaches a similarity is not lost to rounding. */
    @Test
    public void withoutIgnoredShinglesTheBoundIsTheSimilarity() {
        for (int counted = 1; counted < 1_000; counted++) {
            for (double similarity : new double[] {.8, .9, .95, seeded.random().nextDouble()}) {
                assertEquals(
                        similarity, new CountedPart(0).leastOfWhole(similarity, counted), 0);
            }
        }
    }

    /** One text has all that is ignored, and the other nothing of it. */
    @Test
    public void noPairIsLostToRoundingWhereTheBoundIsTheSimilarity() {
        for (int counted = 1; counted < 100; counted++) {
            for (int common = 0; common < counted; common++) {
                for (int ignored = 1; ignored < 60; ignored++) {
                    double bound = new CountedPart(ignored)
                            .leastOfWhole(common / (double) counted, counted);
                    double whole = common / (double) (counted + ignored);
                    assertTrue(bound + " ≤ " + whole, bound <= whole);
                }
            }
        }
    }

    private static Set<Integer> random(Random random, int range) {
        return IntStream.rangeClosed(0, random.nextInt(range))
                .mapToObj(i -> random.nextInt(range))
                .collect(Collectors.toSet());
    }

    private static Set<Integer> minus(Set<Integer> from, Set<Integer> other) {
        Set<Integer> left = new HashSet<>(from);
        left.removeAll(other);
        return left;
    }

    private static Set<Integer> union(Set<Integer> one, Set<Integer> other) {
        Set<Integer> both = new HashSet<>(one);
        both.addAll(other);
        return both;
    }

    private static double jaccard(Set<Integer> one, Set<Integer> other) {
        double all = union(one, other).size();
        return all == 0 ? 0 : (one.size() + other.size() - all) / all;
    }
}
