package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.passages.CommonPassages.Passage;
import org.nearduplicate.passages.WrittenText.Shingle;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;

/** Passages are those that brute force finds in the words, and are cut out of the texts as these were written. */
public class PassagesTest extends LuceneTestCase {

    public void testCommonPassages() {
        for (int i = 0; i < 500; i++) {
            int size = TestUtil.nextInt(random(), 1, 3);
            int variety = TestUtil.nextInt(random(), 1, WrittenText.VARIETY);
            List<WrittenText> a = texts(variety);
            List<WrittenText> b = random().nextInt(10) == 0 ? a : texts(variety);
            List<Set<Passage>> expected = passages(
                    WrittenText.shingles(a, size), WrittenText.shingles(b, size));
            List<Passage> found = CommonPassages.find(
                    shingled(a, size), shingled(b, size), JobMonitor.NONE);
            assertEquals(expected.size(), found.size());
            for (int passage = 0; passage < found.size(); passage++) {
                assertTrue(
                        found.get(passage) + " in " + expected.get(passage),
                        expected.get(passage).contains(found.get(passage)));
            }
        }
    }

    public void testSharedPassages() {
        for (int i = 0; i < 500; i++) {
            int size = TestUtil.nextInt(random(), 1, 3);
            int variety = TestUtil.nextInt(random(), 1, WrittenText.VARIETY);
            List<WrittenText> text = texts(variety);
            List<WrittenText> other = texts(variety);
            TextSketcher sketcher = ShingledTextTest.words(size);
            ShingleHashes hashes = new ShingleHashes();
            other.forEach(each -> sketcher.shingle(each.text(), hashes));
            Set<List<String>> set = new HashSet<>();
            WrittenText.shingles(other, size).stream()
                    .filter(shingle -> shingle != null)
                    .forEach(shingle -> set.add(shingle.tokens()));
            assertEquals(
                    runs(WrittenText.shingles(text, size), set),
                    SharedPassages.of(
                            shingled(text, size), ShingleSet.of(hashes)::contains));
        }
    }

    /** Any two of these texts have about n² runs in common, and each could be extended for ever. */
    public void testTextsOfOneWordAndOfTwo() {
        for (String words : List.of("w ", "w v ")) {
            TextSketcher sketcher = ShingledTextTest.words(2);
            ShingledText a = ShingledTextTest.shingle(sketcher, List.of(words.repeat(60_000)));
            ShingledText b = ShingledTextTest.shingle(sketcher, List.of(words.repeat(25_000)));
            List<Passage> passages = CommonPassages.find(a, b, JobMonitor.NONE);
            assertEquals(3, passages.size());
            assertEquals(0, passages.getFirst().a().start());
            assertEquals(words.length() * 60_000 - 1, passages.getLast().a().end());
        }
    }

    private static List<WrittenText> texts(int variety) {
        return Stream
                .generate(() -> WrittenText.random(random(), random().nextInt(25), variety))
                .limit(random().nextInt(4))
                .toList();
    }

    private static ShingledText shingled(List<WrittenText> texts, int size) {
        return ShingledTextTest.shingle(
                ShingledTextTest.words(size), texts.stream().map(WrittenText::text).toList());
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
                                        extent(a, from - before, from + longest),
                                        extent(b, place - before, place + longest),
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
        while (isSame(at(a, from + step * length), at(b, place + step * length))) {
            length++;
        }
        return length;
    }

    private static boolean isSame(Shingle a, Shingle b) {
        return a != null && b != null && a.tokens().equals(b.tokens());
    }

    private static Shingle at(List<Shingle> shingles, int position) {
        return position < 0 || position >= shingles.size() ? null : shingles.get(position);
    }

    private static List<Extent> runs(List<Shingle> shingles, Set<List<String>> set) {
        List<Extent> runs = new ArrayList<>();
        for (int from = 0; from < shingles.size(); from++) {
            int to = from;
            while (at(shingles, to) != null && set.contains(shingles.get(to).tokens())) {
                to++;
            }
            if (to > from) {
                runs.add(extent(shingles, from, to));
                from = to;
            }
        }
        return runs;
    }

    private static Extent extent(List<Shingle> shingles, int from, int to) {
        return new Extent(
                shingles.get(from).text(), shingles.get(from).start(), shingles.get(to - 1).end());
    }
}
