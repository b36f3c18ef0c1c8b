package org.nearduplicate.passages;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.passages.WrittenText.Shingle;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;

/** Passages are the runs that brute force finds in the words, and are cut out of the texts as these were written. */
public class SharedPassagesTest extends LuceneTestCase {

    public void testSharedPassages() {
        for (int i = 0; i < 500; i++) {
            int size = TestUtil.nextInt(random(), 1, 3);
            int variety = TestUtil.nextInt(random(), 1, WrittenText.VARIETY);
            List<WrittenText> text = WrittenText.document(random(), variety);
            List<WrittenText> other = WrittenText.document(random(), variety);
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
                            ShingledTextTest.shingle(text, size), ShingleSet.of(hashes)::contains));
        }
    }

    private static List<Extent> runs(List<Shingle> shingles, Set<List<String>> set) {
        List<Extent> runs = new ArrayList<>();
        for (int from = 0; from < shingles.size(); from++) {
            int to = from;
            while (WrittenText.at(shingles, to) != null
                    && set.contains(shingles.get(to).tokens())) {
                to++;
            }
            if (to > from) {
                runs.add(WrittenText.extent(shingles, from, to));
                from = to;
            }
        }
        return runs;
    }
}
