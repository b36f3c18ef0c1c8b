package org.nearduplicate.unseen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.SketchedText;

/** In which order texts are visited, and how deep their trees are; {@link TextTableDuelTest} asserts which they are. */
public class TextTableTest extends LuceneTestCase {

    private static final int BANDS = 4;
    private static final Scheme SCHEME = Schemes.words(1, 24, BANDS, BandRows.MOST);
    private static final SketchedText WORD = word();

    /** By number of rows, the bits of a key after them. */
    private static final int[] AFTER = {42, 30, 21, 15, 10, 5, 0};

    private static SketchedText word() {
        TextSketcher sketcher = new TextSketcher("near", new NearDuplicateAnalyzer(), SCHEME);
        ShingleHashes hashes = new ShingleHashes();
        sketcher.shingle("word", hashes);
        return SketchedText.of(sketcher.sketch(hashes), hashes);
    }

    /** All else is that of a word, as nobody looks at it. */
    private static SketchedText text(long... keys) {
        return SketchedText.read(
                SCHEME, keys, WORD.signature().stored(), WORD.shingles().toBytes());
    }

    /** Rows of few, so that many texts agree in some and not in all. */
    private static SketchedText text() {
        long[] keys = new long[BANDS];
        for (int band = 0; band < BANDS; band++) {
            keys[band] = band;
            for (int row = 1; row < AFTER.length; row++) {
                int bits = AFTER[row - 1] - AFTER[row];
                keys[band] = keys[band] << bits | random().nextInt(3) * (1L << bits - 2);
            }
        }
        return text(keys);
    }

    private static boolean agree(SketchedText a, SketchedText b, int band, int rows) {
        return a.keys()[band] >>> AFTER[rows] == b.keys()[band] >>> AFTER[rows];
    }

    private static Set<Integer> bucket(
            Map<Integer, SketchedText> texts, SketchedText sought, int band, int rows) {
        Set<Integer> bucket = new HashSet<>();
        texts.forEach((number, text) -> {
            if (agree(text, sought, band, rows)) {
                bucket.add(number);
            }
        });
        return bucket;
    }

    private static List<Integer> visited(
            TextTable table, SketchedText sought, int rows, int maxBucketSize) {
        List<Integer> visited = new ArrayList<>();
        table.visitCandidates(sought, rows, maxBucketSize, visited::add);
        return visited;
    }

    /** Where the visitor has seen enough, it has seen those that are likely to be the most similar. */
    public void testThoseThatAgreeInMoreRowsComeFirst() {
        TextTable table = new TextTable(BANDS);
        Map<Integer, SketchedText> texts = new HashMap<>();
        for (int i = 0; i < 500; i++) {
            SketchedText added = text();
            texts.put(table.add(added), added);
        }
        for (int i = 0; i < 20; i++) {
            SketchedText sought = text();
            Set<Integer> expected = new LinkedHashSet<>();
            List<Integer> visited = visited(table, sought, BandRows.FEWEST, Integer.MAX_VALUE);
            for (int rows = BandRows.MOST; rows >= BandRows.FEWEST; rows--) {
                for (int band = 0; band < BANDS; band++) {
                    expected.addAll(bucket(texts, sought, band, rows));
                }
                assertEquals(
                        rows + " rows", expected, Set.copyOf(visited.subList(0, expected.size())));
            }
        }
    }

    /**
     * Copies, and rows that ascend, neither take the square of their number, which would be minutes, nor a stack as deep as there are of
     * them.
     */
    public void testTreesAreNotDeepWhateverTheTextsAre() {
        int size = 1 << 18;
        TextTable copies = new TextTable(1);
        TextTable ascending = new TextTable(1);
        SketchedText copy = text(7, 0, 0, 0);
        IntStream.range(0, size).forEach(i -> {
            copies.add(copy);
            ascending.add(text(i, 0, 0, 0));
        });
        assertEquals(size, visited(copies, copy, BandRows.MOST, Integer.MAX_VALUE).size());
        assertEquals(size, visited(ascending, copy, BandRows.FEWEST, size).size());
    }
}
