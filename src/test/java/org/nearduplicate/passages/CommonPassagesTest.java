package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.passages.CommonPassages.Passage;
import org.nearduplicate.passages.WrittenText.Shingle;

/** Passages are those that brute force finds in the words, and are cut out of both texts as these were written. */
public class CommonPassagesTest extends LuceneTestCase {

    private static final int ALL = Integer.MAX_VALUE;

    public void testAgainstBruteForce() {
        for (int i = 0; i < 500; i++) {
            int size = TestUtil.nextInt(random(), 1, 3);
            int variety = TestUtil.nextInt(random(), 1, WrittenText.VARIETY);
            List<WrittenText> a = WrittenText.document(random(), variety);
            List<WrittenText> b =
                    random().nextInt(10) == 0 ? a : WrittenText.document(random(), variety);
            List<Set<Passage>> expected = passages(
                    WrittenText.shingles(a, size), WrittenText.shingles(b, size));
            List<Passage> found = find(a, b, size, ALL).first();
            assertEquals(expected.size(), found.size());
            for (int passage = 0; passage < found.size(); passage++) {
                assertTrue(
                        found.get(passage) + " in " + expected.get(passage),
                        expected.get(passage).contains(found.get(passage)));
            }
        }
    }

    public void testTheFirstPassagesAreDescribedAndAllAreCounted() {
        for (int i = 0; i < 100; i++) {
            List<WrittenText> a = WrittenText.document(random(), 3);
            List<WrittenText> b = WrittenText.document(random(), 3);
            CommonPassages all = find(a, b, 2, ALL);
            assertEquals(all.first().size(), all.total());
            int limit = random().nextInt(all.total() + 2);
            CommonPassages some = find(a, b, 2, limit);
            assertEquals(all.total(), some.total());
            assertEquals(all.first().subList(0, Math.min(limit, all.total())), some.first());
        }
    }

    /** Of texts that repeat themselves there are n² pairs of equal shingles: 400 million here. */
    public void testTheStepsGrowWithTheTextAndNotWithItsSquare() {
        int n = 20_000;
        for (String text : List.of(
                "w ".repeat(n), "w v ".repeat(n / 2), "w w w w v ".repeat(n / 5), fibonacci(n),
                IntStream.range(0, n).mapToObj(i -> random().nextInt(2) + " ")
                        .collect(Collectors.joining()))) {
            for (int size : new int[] {1, 3}) {
                TextSketcher sketcher = ShingledTextTest.words(size);
                long[] steps = new long[1];
                JobMonitor counter = new JobMonitor() {

                    @Override
                    public void checkCancelled() {
                        steps[0]++;
                    }

                    @Override
                    public void checkCancelled(int step) {
                        steps[0]++;
                    }
                };
                ShingledText b = ShingledTextTest.shingle(sketcher, List.of(text));
                for (String a : List.of(text, text.substring(n) + " u " + text, "v v " + text)) {
                    CommonPassages.find(
                            ShingledTextTest.shingle(sketcher, List.of(a)), b, ALL, counter);
                }
                double log = Math.log(n) / Math.log(2);
                assertTrue(steps[0] + " steps", steps[0] < 3 * n * log * log);
            }
        }
    }

    /** Of all texts the one whose parts are the most alike without being the same. */
    private static String fibonacci(int words) {
        String before = "v ";
        String text = "w ";
        while (text.length() < 2 * words) {
            String next = text + before;
            before = text;
            text = next;
        }
        return text.substring(0, 2 * words);
    }

    private static CommonPassages find(
            List<WrittenText> a, List<WrittenText> b, int size, int limit) {
        return CommonPassages.find(ShingledTextTest.shingle(a, size),
                ShingledTextTest.shingle(b, size), limit, JobMonitor.NONE);
    }

    /** Returns each passage in turn, by all places that it may have in the second document. */
    private static List<Set<Passage>> passages(List<Shingle> a, List<Shingle> b) {
        List<Set<Passage>> passages = new ArrayList<>();
        for (int from = 0; from < a.size();) {
            int start = from;
            int[] lengths = IntStream.range(0, b.size())
                    .map(place -> common(a, start, b, place, 1))
                    .toArray();
            int longest = IntStream.of(lengths).max().orElse(0);
            if (longest > 0) {
                Set<Passage> places = new HashSet<>();
                for (int place = 0; place < b.size(); place++) {
                    if (lengths[place] == longest) {
                        int before = common(a, from - 1, b, place - 1, -1);
                        places.add(
                                new Passage(
                                        WrittenText.extent(a, from - before, from + longest),
                                        WrittenText.extent(b, place - before, place + longest),
                                        before + longest));
                    }
                }
                passages.add(places);
            }
            from += Math.max(longest, 1);
        }
        return passages;
    }

    private static int common(List<Shingle> a, int from, List<Shingle> b, int place, int step) {
        int length = 0;
        while (isSame(WrittenText.at(a, from + step * length),
                WrittenText.at(b, place + step * length))) {
            length++;
        }
        return length;
    }

    private static boolean isSame(Shingle a, Shingle b) {
        return a != null && b != null && a.tokens().equals(b.tokens());
    }
}
