package org.nearduplicate.collapse;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.collapse.KeptHit.NearDuplicate;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SketchAlgorithm;

/** Windows of random sets are collapsed as a plain loop over their similarities does it. */
public class WindowCollapseTest extends LuceneTestCase {

    /** 1,024 components of 8 bits misjudge a pair at {@link #CLEAR} of the minimum with less than 10⁻⁵⁰. */
    private static final Scheme SCHEME =
            new Scheme(
                    Parameters.SCHEME_VERSION.defaultValue(), ShingleUnit.WORD, 3,
                    HashFunction.XXH3, 0, SketchAlgorithm.FAST_SIMILARITY,
                    1024, 8,
                    new Banding(16, 6));

    private static final double CLEAR = 0.1;

    private static final Set<Long> NO_TEXT = Set.of();

    public void testExactly() {
        for (int i = 0; i < 100; i++) {
            List<Set<Long>> hits = randomHits();
            double minSimilarity = clearMinimum(hits);
            int named = random().nextInt(4);
            CountingMonitor reserved = CountingMonitor.unlimited();
            Window window = window(hits);
            try (WindowSets sets = new WindowSets(window, reserved)) {
                WindowCollapse collapse =
                        new WindowCollapse(window, minSimilarity, named, JobMonitor.NONE);
                assertEquals(
                        collapse(hits, minSimilarity, named), collapse(hits, collapse, sets));
            }
            assertEquals(0, reserved.reserved());
        }
    }

    /** Estimates differ from similarities, and who joins whom does not where these are clear of the minimum. */
    public void testBySignatures() {
        for (int i = 0; i < 100; i++) {
            List<Set<Long>> hits = randomHits();
            double minSimilarity = clearMinimum(hits);
            int named = random().nextInt(4);
            List<KeptHit> found = new WindowCollapse(
                    window(hits), minSimilarity, named, JobMonitor.NONE).bySignatures();
            List<KeptHit> expected = collapse(hits, minSimilarity, named);
            assertEquals(
                    expected.stream().map(WindowCollapseTest::withoutSimilarities).toList(),
                    found.stream().map(WindowCollapseTest::withoutSimilarities).toList());
        }
    }

    /** What is like two that stay joins the first. J of neighbours is 0.67, of others 0.43 or less. */
    public void testChains() {
        for (int i = 0; i < 100; i++) {
            List<Long> shingles = List.copyOf(randomSet(300));
            List<Set<Long>> hits = new ArrayList<>();
            for (int from = 0; from <= 200; from += 20) {
                hits.add(Set.copyOf(shingles.subList(from, from + 100)));
            }
            Collections.shuffle(hits, random());
            List<KeptHit> expected = collapse(hits, 0.55, 9);
            Window window = window(hits);
            WindowCollapse collapse = new WindowCollapse(window, 0.55, 9, JobMonitor.NONE);
            try (WindowSets sets = new WindowSets(window, JobMonitor.NONE)) {
                assertEquals(expected, collapse(hits, collapse, sets));
            }
            assertEquals(
                    expected.stream().map(WindowCollapseTest::withoutSimilarities).toList(),
                    collapse.bySignatures().stream()
                            .map(WindowCollapseTest::withoutSimilarities)
                            .toList());
        }
    }

    /** However many copies there are, no set is read of them. */
    public void testCopiesNeedNoSets() {
        Set<Long> text = randomSet(200);
        List<Set<Long>> hits = IntStream.range(0, 10_000).mapToObj(hit -> text).toList();
        Window window = window(hits);
        try (WindowSets sets = new WindowSets(window, JobMonitor.NONE)) {
            List<KeptHit> kept =
                    new WindowCollapse(window, 0.8, 2, JobMonitor.NONE).bySets(sets);
            assertFalse(sets.areWanted());
            assertEquals(
                    List.of(
                            new KeptHit(
                                    0, 9_999,
                                    List.of(new NearDuplicate(1, 1), new NearDuplicate(2, 1)))),
                    kept);
        }
    }

    /** Of near duplicates beyond doubt only the sets of those are read whose similarity is named. */
    public void testCertainNearDuplicatesNeedNoSets() {
        Set<Long> text = randomSet(1000);
        List<Set<Long>> hits = new ArrayList<>(List.of(text));
        for (int i = 0; i < 50; i++) {
            hits.add(changed(text, 1));
        }
        Window window = window(hits);
        try (WindowSets sets = new WindowSets(window, JobMonitor.NONE)) {
            new WindowCollapse(window, 0.5, 2, JobMonitor.NONE).bySets(sets);
            assertArrayEquals(new int[] {0, 1, 2}, sets.nextWanted(Long.MAX_VALUE));
        }
    }

    public void testStops() {
        Window window = window(randomHits());
        WindowCollapse collapse = new WindowCollapse(window, 0.8, 2, new JobMonitor() {
            @Override
            public void checkCancelled() {
                throw new CancellationException();
            }
        });
        expectThrows(CancellationException.class, collapse::bySignatures);
    }

    /** The memory of sets is asked for before they are fetched. */
    public void testMemoryOfSets() {
        Set<Long> text = randomSet(1000);
        Window window = window(List.of(text, changed(text, 100), changed(text, 100)));
        CountingMonitor reserved = CountingMonitor.unlimited();
        try (WindowSets sets = new WindowSets(window, reserved)) {
            new WindowCollapse(window, 0.8, 2, JobMonitor.NONE).bySets(sets);
            assertEquals(0, reserved.reserved());
            assertArrayEquals(new int[] {0}, sets.nextWanted(1));
            assertEquals(6_000, reserved.reserved());
        }
        assertEquals(0, reserved.reserved());
    }

    public void testSetsOfOtherSizesAreRefused() {
        Window window = window(List.of(randomSet(100)));
        WindowSets sets = new WindowSets(window, JobMonitor.NONE);
        for (int shingles : new int[] {1, 98, 101}) {
            byte[] set = new byte[shingles * ShingleSet.BYTES_PER_SHINGLE];
            expectThrows(IllegalStateException.class, () -> sets.put(0, set));
        }
        expectThrows(IllegalStateException.class, () -> sets.put(0, new byte[7]));
    }

    public void testOtherSignaturesAreRefused() {
        List<byte[]> broken = List.of(new byte[5]);
        expectThrows(
                IllegalStateException.class, () -> new Window(SCHEME.signatureFormat(), broken));
    }

    /** Gives the sets that are wanted until none is. */
    private static List<KeptHit> collapse(
            List<Set<Long>> hits, WindowCollapse collapse, WindowSets sets) {
        List<KeptHit> kept = collapse.bySets(sets);
        while (sets.areWanted()) {
            for (int hit : sets.nextWanted(random().nextInt(5_000))) {
                sets.put(hit, ShingleSet.of(hashes(hits.get(hit))).toBytes());
            }
            if (random().nextBoolean() || sets.areWanted() == false) {
                kept = collapse.bySets(sets);
            }
        }
        return kept;
    }

    private static List<KeptHit> collapse(
            List<Set<Long>> hits, double minSimilarity, int named) {
        List<Integer> kept = new ArrayList<>();
        List<List<NearDuplicate>> joined = new ArrayList<>();
        for (int hit = 0; hit < hits.size(); hit++) {
            int star = 0;
            while (star < kept.size()
                    && jaccard(hits.get(kept.get(star)), hits.get(hit)) < minSimilarity) {
                star++;
            }
            if (star == kept.size()) {
                kept.add(hit);
                joined.add(new ArrayList<>());
            } else {
                joined.get(star).add(
                        new NearDuplicate(
                                hit, jaccard(hits.get(kept.get(star)), hits.get(hit))));
            }
        }
        return IntStream.range(0, kept.size())
                .mapToObj(star -> new KeptHit(
                        kept.get(star), joined.get(star).size(),
                        joined.get(star).stream().limit(named).toList()))
                .toList();
    }

    private static KeptHit withoutSimilarities(KeptHit kept) {
        return new KeptHit(
                kept.hit(), kept.total(),
                kept.nearDuplicates().stream()
                        .map(near -> new NearDuplicate(near.hit(), 0))
                        .toList());
    }

    private static double jaccard(Set<Long> a, Set<Long> b) {
        Set<Long> common = new HashSet<>(a);
        common.retainAll(b);
        return common.isEmpty()
                ? 0
                : common.size() / (double) (a.size() + b.size() - common.size());
    }

    /** J of two versions of a text is 0.9 or more, or 0.4 or less; that of two texts is 0. */
    private static List<Set<Long>> randomHits() {
        List<Set<Long>> hits = new ArrayList<>();
        for (int family = TestUtil.nextInt(random(), 1, 6); family > 0; family--) {
            Set<Long> original = randomSet(TestUtil.nextInt(random(), 150, 250));
            for (int i = TestUtil.nextInt(random(), 1, 8); i > 0; i--) {
                int[] changes = {0, 1, 3, 90};
                hits.add(changed(original, changes[random().nextInt(changes.length)]));
            }
        }
        hits.add(NO_TEXT);
        Collections.shuffle(hits, random());
        return hits;
    }

    private static double clearMinimum(List<Set<Long>> hits) {
        double minimum;
        do {
            minimum = 0.2 + 0.8 * random().nextDouble();
        } while (isClear(hits, minimum) == false);
        return minimum;
    }

    private static boolean isClear(List<Set<Long>> hits, double minimum) {
        return hits.stream().allMatch(
                a -> hits.stream().allMatch(b -> Math.abs(jaccard(a, b) - minimum) >= CLEAR));
    }

    private static Set<Long> randomSet(int size) {
        Set<Long> set = new HashSet<>();
        LongStream.generate(random()::nextLong).limit(size).forEach(set::add);
        return set;
    }

    private static Set<Long> changed(Set<Long> set, int elements) {
        Set<Long> changed = new HashSet<>(
                set.stream().sorted().skip(elements).toList());
        changed.addAll(randomSet(elements));
        return changed;
    }

    private static Window window(List<Set<Long>> hits) {
        List<byte[]> signatures = new ArrayList<>();
        TextSketcher sketcher = new TextSketcher("near", new NearDuplicateAnalyzer(), SCHEME);
        for (Set<Long> hit : hits) {
            signatures.add(
                    hit.isEmpty() ? null : Signature.encode(sketcher.sketch(hashes(hit))));
        }
        return new Window(SCHEME.signatureFormat(), signatures);
    }

    private static ShingleHashes hashes(Set<Long> set) {
        ShingleHashes hashes = new ShingleHashes();
        set.forEach(hashes::accept);
        return hashes;
    }
}
