package org.nearduplicate.sketch;

import static org.nearduplicate.sketch.SchemeBuilder.scheme;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;

/**
 * Pairs of documents share the first rows of a band as often as the S-curve says, for each number of rows that a lookup
 * takes.
 *
 * <p>Some 410 bounds, each with a false alarm in one of 10⁹ runs: together in less than one of 10⁶.
 */
public class HitRateTest {

    private static final int HASH_COUNT = 192;
    private static final List<SketchAlgorithm> OTHERS =
            List.of(SketchAlgorithm.SUPER_MINHASH, SketchAlgorithm.FAST_SIMILARITY);

    private static final Banding DEFAULT = new Banding(12, 6);
    private static final List<Banding> STORED = List.of(DEFAULT, new Banding(34, 5));

    @Rule
    public final Seeded seeded = new Seeded();

    @Test
    public void minHashFollowsTheCurve() {
        double[] similarities = {.01, .02, .1, .3, .5, .7, .8, .9, .99};
        for (Banding stored : STORED) {
            counts(SketchAlgorithm.MINHASH, HASH_COUNT, stored, 100, 1_000, similarities)
                    .forEach(count -> count.assertFits(count.theory()));
        }
    }

    @Test
    public void othersFollowTheCurveOnLargeSets() {
        double[] similarities = {.01, .1, .3, .5, .7, .8, .9};
        for (SketchAlgorithm algorithm : OTHERS) {
            for (Banding stored : STORED) {
                counts(algorithm, HASH_COUNT, stored, 10_000, 100, similarities)
                        .forEach(count -> count.assertFits(count.theory()));
            }
        }
    }

    /** Counts the hits of lookups of each number of rows. */
    private List<HitCount> counts(SketchAlgorithm algorithm, int hashCount, Banding stored,
            int union, int pairs, double... similarities) {
        Scheme scheme = scheme().sketch(algorithm, hashCount)
                .banding(stored.bands(), stored.rows())
                .build();
        ThreadScratch scratch = new ThreadScratch();
        List<HitCount> all = new ArrayList<>();
        Map<Double, List<HitCount>> bySimilarity = new HashMap<>();
        for (double similarity : similarities) {
            bySimilarity.put(similarity,
                    stored.lookups().map(banding -> new HitCount(banding, similarity)).toList());
            all.addAll(bySimilarity.get(similarity));
        }
        for (int i = 0; i < pairs; i++) {
            OverlappingTexts texts = new OverlappingTexts(HashFunction.XXH3, union,
                    seeded.random());
            bySimilarity.forEach((similarity, counts) -> {
                long[] first = scratch.sketch(scheme, texts.first(similarity)).keys();
                long[] second = scratch.sketch(scheme, texts.second(similarity)).keys();
                counts.forEach(
                        count -> count.add(
                                HitCount.shareRows(first, second, count.banding().rows())));
            });
        }
        return all;
    }
}
