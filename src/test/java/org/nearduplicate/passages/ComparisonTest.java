package org.nearduplicate.passages;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.CountingMonitor.Stopped;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.passages.WrittenText.Shingle;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.sets.ShingleSet;

/** Figures of two texts are those of brute force; a comparison can be stopped, and gives back what it was given. */
public class ComparisonTest extends LuceneTestCase {

    public void testAgainstBruteForce() {
        for (int i = 0; i < 300; i++) {
            int size = TestUtil.nextInt(random(), 1, 3);
            int variety = TestUtil.nextInt(random(), 1, 6);
            List<WrittenText> a = texts(variety);
            List<WrittenText> b = random().nextInt(10) == 0 ? a : texts(variety);
            List<WrittenText> ignored = switch (random().nextInt(4)) {
                case 0 -> texts(variety);
                case 1 -> a;
                default -> List.of();
            };
            TextSketcher sketcher = ShingledTextTest.words(size);
            ShingleSet ignoredSet = sketcher.shingles(written(ignored), JobMonitor.NONE);
            Comparison found = Comparison.of(
                    sketcher, shingled(sketcher, a), shingled(sketcher, b), ignoredSet, 2,
                    JobMonitor.NONE);

            Set<List<String>> setA = set(a, size);
            Set<List<String>> setB = set(b, size);
            boolean areCopies = setA.equals(setB);
            int sizeA = setA.size();
            int sizeB = setB.size();
            setA.removeAll(set(ignored, size));
            setB.removeAll(set(ignored, size));
            Set<List<String>> union = new HashSet<>(setA);
            union.addAll(setB);
            int common = setA.size() + setB.size() - union.size();
            assertEquals(setA.size(), found.shinglesOfA());
            assertEquals(sizeA - setA.size(), found.ignoredOfA());
            assertEquals(setB.size(), found.shinglesOfB());
            assertEquals(sizeB - setB.size(), found.ignoredOfB());
            assertEquals(common, found.common());
            assertEquals(
                    areCopies ? 1 : common == 0 ? 0 : (double) common / union.size(),
                    found.similarity(), 0);
            assertEquals(estimate(sketcher, a, b), found.estimate(), 0);
            assertEquals(
                    CommonPassages.find(
                            left(sketcher, a, ignoredSet), left(sketcher, b, ignoredSet), 2,
                            JobMonitor.NONE),
                    found.passages());
        }
    }

    public void testShinglesAreLeftOutWhereTheyStand() {
        for (int i = 0; i < 100; i++) {
            int size = TestUtil.nextInt(random(), 1, 3);
            int variety = TestUtil.nextInt(random(), 2, 6);
            List<WrittenText> texts = texts(variety);
            List<WrittenText> ignored = texts(variety);
            TextSketcher sketcher = ShingledTextTest.words(size);
            ShingledText left = left(
                    sketcher, texts, sketcher.shingles(written(ignored), JobMonitor.NONE));
            Set<List<String>> ignoredSet = set(ignored, size);
            List<Shingle> all = WrittenText.shingles(texts, size);
            assertEquals(all.size(), left.size());
            for (int position = 0; position < all.size(); position++) {
                Shingle shingle = all.get(position);
                assertEquals(
                        shingle != null && ignoredSet.contains(shingle.tokens()) == false,
                        left.isShingle(position));
            }
        }
    }

    private static ShingledText left(
            TextSketcher sketcher, List<WrittenText> texts, ShingleSet ignored) {
        ShingledText shingled = shingled(sketcher, texts);
        shingled.leaveOut(ignored);
        return shingled;
    }

    private static List<String> written(List<WrittenText> texts) {
        return texts.stream().map(WrittenText::text).toList();
    }

    public void testStoppedAnywhere() {
        CountingMonitor whole = CountingMonitor.unlimited();
        compareLongTexts(whole);
        assertEquals(0, whole.reserved());
        for (Class<?> each : List.of(
                ShingledText.class, SuffixOrder.class, CommonPassages.class)) {
            assertTrue(
                    each + " checks: " + whole.checksByCaller(),
                    whole.checksByCaller().keySet().stream()
                            .anyMatch(name -> name.startsWith(each.getSimpleName())));
        }
        assertTrue(whole.checksByCaller().containsKey("IntSorter"));
        for (int i = 0; i < 20; i++) {
            CountingMonitor stopped = CountingMonitor.ofChecks(
                    random().nextInt((int) whole.checks()));
            expectThrows(Stopped.class, () -> compareLongTexts(stopped));
            assertEquals(0, stopped.reserved());
        }
    }

    public void testMemoryIsChargedAndGivenBack() {
        CountingMonitor whole = CountingMonitor.unlimited();
        int shingles = compareLongTexts(whole);
        assertEquals(0, whole.reserved());
        assertTrue(whole.peak() + " bytes", whole.peak() >= 44L * shingles);
        for (int i = 0; i < 20; i++) {
            CountingMonitor poor = CountingMonitor.ofBytes(
                    TestUtil.nextLong(random(), 0, whole.peak() - 1));
            expectThrows(Stopped.class, () -> compareLongTexts(poor));
            assertEquals(0, poor.reserved());
        }
        CountingMonitor enough = CountingMonitor.ofBytes(whole.peak());
        compareLongTexts(enough);
        assertEquals(0, enough.reserved());
    }

    /** The signatures that documents have, compared as a query compares them. */
    private static double estimate(
            TextSketcher sketcher, List<WrittenText> a, List<WrittenText> b) {
        Sketch sketch = sketch(sketcher, a);
        return new SignatureComparison(Signature.of(sketch).format(), 0)
                .similarity(
                        Signature.of(sketch).stored(), 0,
                        Signature.of(sketch(sketcher, b)).stored(), 0);
    }

    private static Sketch sketch(TextSketcher sketcher, List<WrittenText> texts) {
        ShingleHashes hashes = new ShingleHashes();
        texts.forEach(each -> sketcher.shingle(each.text(), hashes));
        return sketcher.sketch(hashes);
    }

    private static Set<List<String>> set(List<WrittenText> texts, int size) {
        return WrittenText.shingles(texts, size).stream()
                .filter(shingle -> shingle != null)
                .map(Shingle::tokens)
                .collect(Collectors.toSet());
    }

    /** Compares texts of which each shingle is there twice, and in another order. Returns their number. */
    private static int compareLongTexts(JobMonitor monitor) {
        TextSketcher sketcher = ShingledTextTest.words(2);
        String half = Stream.iterate(0, i -> i + 1).limit(30_000).map(i -> "w" + i % 20_011)
                .collect(Collectors.joining(" "));
        try (ShingledText a = ShingledText.of(
                sketcher, List.of(half, half), Integer.MAX_VALUE, monitor);
                ShingledText b = ShingledText.of(
                        sketcher, List.of("v " + half + " v " + half), Integer.MAX_VALUE,
                        monitor)) {
            Comparison.of(sketcher, a, b, ShingleSet.EMPTY, Integer.MAX_VALUE, monitor);
            return a.size() + b.size();
        }
    }

    /** Returns at least one text with at least one word. */
    private static List<WrittenText> texts(int variety) {
        return Stream
                .generate(() -> WrittenText.random(random(), 1 + random().nextInt(25), variety))
                .limit(1 + random().nextInt(3))
                .toList();
    }

    private static ShingledText shingled(TextSketcher sketcher, List<WrittenText> texts) {
        return ShingledTextTest.shingle(sketcher, written(texts));
    }
}
