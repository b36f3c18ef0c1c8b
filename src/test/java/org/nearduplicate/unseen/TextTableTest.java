package org.nearduplicate.unseen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.SketchedText;

/** Texts are found by the band terms that they share, as by a loop over all of them. */
public class TextTableTest extends LuceneTestCase {

    private static final TextSketcher SKETCHER =
            new TextSketcher("near", new NearDuplicateAnalyzer(), Schemes.words(1, 16, 8, 2));

    /** Words of few, so that many share some band terms and not all. */
    private static SketchedText text() {
        StringBuilder words = new StringBuilder();
        for (int i = 1 + random().nextInt(4); i > 0; i--) {
            words.append("word").append(random().nextInt(6)).append(' ');
        }
        ShingleHashes hashes = new ShingleHashes();
        SKETCHER.shingle(words.toString(), hashes);
        return SketchedText.of(SKETCHER.sketch(hashes), hashes);
    }

    public void testAsALoop() {
        SketchedText first = text();
        int bands = first.keys().length;
        TextTable table = new TextTable(bands);
        Map<Integer, SketchedText> texts = new HashMap<>();
        int size = 1;
        texts.put(table.add(first), first);
        for (int step = atLeast(200); step > 0; step--) {
            if (random().nextInt(4) == 0 && texts.isEmpty() == false) {
                int gone = random().nextInt(size);
                table.remove(gone);
                texts.remove(gone);
            } else {
                SketchedText added = text();
                texts.put(table.add(added), added);
                size++;
            }
            SketchedText asked = text();
            int maxBucketSize = random().nextBoolean() ? Integer.MAX_VALUE : random().nextInt(20);
            List<Integer> visited = new ArrayList<>();
            table.visitCandidates(asked, maxBucketSize, visited::add);
            Set<Integer> expected = new HashSet<>();
            for (int band = 0; band < bands; band++) {
                Set<Integer> bucket = new HashSet<>();
                for (Map.Entry<Integer, SketchedText> text : texts.entrySet()) {
                    if (text.getValue().keys()[band] == asked.keys()[band]) {
                        bucket.add(text.getKey());
                    }
                }
                if (bucket.size() <= maxBucketSize) {
                    expected.addAll(bucket);
                }
            }
            assertEquals("each once", visited.size(), Set.copyOf(visited).size());
            assertEquals(expected, Set.copyOf(visited));
        }
    }

    public void testItEndsWhenItIsTold() {
        SketchedText text = text();
        TextTable table = new TextTable(text.keys().length);
        for (int i = 0; i < 10; i++) {
            table.add(text);
        }
        List<Integer> visited = new ArrayList<>();
        table.visitCandidates(text, Integer.MAX_VALUE, number -> {
            visited.add(number);
            return visited.size() < 3;
        });
        assertEquals("the newest first", List.of(9, 8, 7), visited);
    }
}
