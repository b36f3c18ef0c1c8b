package org.nearduplicate.collapse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.collapse.WindowCollapse.KeptHit;
import org.nearduplicate.collapse.WindowCollapse.NearDuplicate;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.sets.ReferenceSet;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.StoredShingles;
/** Windows of random sets are collapsed as a plain loop over their similarities does it. */
public class WindowCollapseTest extends LuceneTestCase {

    /** 1,024 components of 8 bits misjudge a pair at {@link #CLEAR} of the minimum with less than 10⁻⁵⁰. */
    private static final Scheme SCHEME = Schemes.words(3, 1024, 16, 6);

    private static final double CLEAR = 0.1;

    private static final Set<Long> NO_TEXT = Set.of();

    public void testRandomHits() {
        for (int i = 0; i < 100; i++) {
            List<Set<Long>> hits = randomHits();
            assertCollapsed(hits, clearMinimum(hits), random().nextInt(4));
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
            assertCollapsed(hits, 0.55, 9);
        }
    }

    /** Estimates differ from similarities, and who joins whom does not where these are clear of the minimum. */
    private static void assertCollapsed(List<Set<Long>> hits, double minSimilarity, int named) {
        List<KeptHit> expected = expected(hits, minSimilarity, named);
        WindowCollapse collapse = collapse(hits, minSimilarity, named);
        assertEquals(expected, bySets(hits, collapse));
        assertEquals(withoutSimilarities(expected), withoutSimilarities(collapse.bySignatures()));
    }

    /** However many copies there are, no set is read of them. */
    public void testCopiesNeedNoSets() {
        Set<Long> text = randomSet(200);
        List<Set<Long>> hits = IntStream.range(0, 10_000).mapToObj(hit -> text).toList();
        WindowCollapse collapse = collapse(hits, 0.8, 2);
        List<NearDuplicate> named = List.of(new NearDuplicate(1, 1), new NearDuplicate(2, 1));
        assertEquals(List.of(new KeptHit(0, 9_999, named)), collapse.bySets());
        assertFalse(collapse.wantsSets());
    }

    /** Of near duplicates beyond doubt only the sets of those are read whose similarity is named. */
    public void testCertainNearDuplicatesNeedNoSets() {
        Set<Long> text = randomSet(1000);
        List<Set<Long>> hits = new ArrayList<>(List.of(text));
        for (int i = 0; i < 50; i++) {
            hits.add(changed(text, 1));
        }
        WindowCollapse collapse = collapse(hits, 0.5, 2);
        collapse.bySets();
        assertArrayEquals(new int[] {0, 1, 2}, collapse.nextWanted(Long.MAX_VALUE));
    }

    public void testStops() {
        WindowCollapse collapse =
                collapse(randomHits(), 0.8, 2, CountingMonitor.ofChecks(0));
        expectThrows(CountingMonitor.Stopped.class, collapse::bySignatures);
    }

    /** The memory of sets is charged before they are fetched. */
    public void testMemoryOfSets() {
        Set<Long> text = randomSet(1000);
        CountingMonitor reserved = CountingMonitor.unlimited();
        WindowCollapse collapse =
                collapse(List.of(text, changed(text, 100), changed(text, 100)), 0.8, 2, reserved);
        collapse.bySets();
        assertEquals(0, reserved.reserved());
        assertArrayEquals(new int[] {0}, collapse.nextWanted(1));
        assertEquals(StoredShingles.length(1000), reserved.reserved());
    }

    public void testSetsOfOtherSizesAreRefused() {
        WindowCollapse collapse = collapse(List.of(randomSet(100)), 0.8, 2);
        for (int shingles : new int[] {101, 1_000}) {
            byte[] set = ReferenceSet.stored(LongStream.range(0, shingles).toArray());
            expectThrows(IllegalStateException.class, () -> collapse.put(0, set));
        }
        byte[] set = ReferenceSet.stored(LongStream.range(0, 100).toArray());
        expectThrows(
                IllegalStateException.class,
                () -> collapse.put(0, Arrays.copyOf(set, set.length + 1)));
        collapse.put(0, set);
    }

    public void testOtherSignaturesAreRefused() {
        List<byte[]> broken = List.of(new byte[5]);
        expectThrows(
                IllegalStateException.class,
                () -> new WindowCollapse(
                        SCHEME.signatureFormat(), broken, (a, b) -> true, 0.8, 2, JobMonitor.NONE));
    }

    /** Gives the sets that are wanted until none is. */
    private static List<KeptHit> bySets(List<Set<Long>> hits, WindowCollapse collapse) {
        List<KeptHit> kept = collapse.bySets();
        while (collapse.wantsSets()) {
            for (int hit : collapse.nextWanted(random().nextInt(5_000))) {
                collapse.put(hit, ShingleSet.of(hashes(hits.get(hit))).toBytes());
            }
            if (random().nextBoolean() || collapse.wantsSets() == false) {
                kept = collapse.bySets();
            }
        }
        return kept;
    }

    private static List<KeptHit> expected(
            List<Set<Long>> hits, double minSimilarity, int named) {
        List<Integer> kept = new ArrayList<>();
        List<List<NearDuplicate>> joined = new ArrayList<>();
        for (int hit = 0; hit < hits.size(); hit++) {
            int star = 0;
            while (star < kept.size()
                    && similarity(hits.get(kept.get(star)), hits.get(hit)) < minSimilarity) {
                star++;
            }
            if (star == kept.size()) {
                kept.add(hit);
                joined.add(new ArrayList<>());
            } else {
                joined.get(star).add(
                        new NearDuplicate(
                                hit, similarity(hits.get(kept.get(star)), hits.get(hit))));
            }
        }
        return IntStream.range(0, kept.size())
                .mapToObj(star -> new KeptHit(
                        kept.get(star), joined.get(star).size(),
                        joined.get(star).stream().limit(named).toList()))
                .toList();
    }

    private static List<KeptHit> withoutSimilarities(List<KeptHit> hits) {
        return hits.stream()
                .map(kept -> new KeptHit(
                        kept.hit(), kept.total(),
                        kept.nearDuplicates().stream()
                                .map(near -> new NearDuplicate(near.hit(), 0))
                                .toList()))
                .toList();
    }

    private static double similarity(Set<Long> a, Set<Long> b) {
        return a.isEmpty() ? 0 : Sample.jaccard(a, b);
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
                a -> hits.stream().allMatch(b -> Math.abs(similarity(a, b) - minimum) >= CLEAR));
    }

    private static Set<Long> randomSet(int size) {
        Set<Long> set = new HashSet<>();
        // What a set does not keep of a hash is 0, so none coincide.
        LongStream.generate(random()::nextLong).limit(size)
                .map(hash -> hash & -1L << 30)
                .forEach(set::add);
        return set;
    }

    private static Set<Long> changed(Set<Long> set, int elements) {
        Set<Long> changed = new HashSet<>(
                set.stream().sorted().skip(elements).toList());
        changed.addAll(randomSet(elements));
        return changed;
    }

    private static WindowCollapse collapse(
            List<Set<Long>> hits, double minSimilarity, int named) {
        return collapse(hits, minSimilarity, named, JobMonitor.NONE);
    }

    private static WindowCollapse collapse(
            List<Set<Long>> hits, double minSimilarity, int named, JobMonitor monitor) {
        List<byte[]> signatures = new ArrayList<>();
        TextSketcher sketcher = new TextSketcher("near", new NearDuplicateAnalyzer(), SCHEME);
        for (Set<Long> hit : hits) {
            signatures.add(
                    hit.isEmpty() ? null : Signature.of(sketcher.sketch(hashes(hit))).stored());
        }
        return new WindowCollapse(
                SCHEME.signatureFormat(), signatures, (a, b) -> true, minSimilarity, named,
                monitor);
    }

    private static ShingleHashes hashes(Set<Long> set) {
        ShingleHashes hashes = new ShingleHashes();
        set.forEach(hashes::accept);
        return hashes;
    }
}
