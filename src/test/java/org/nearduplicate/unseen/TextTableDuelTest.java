package org.nearduplicate.unseen;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;

/** Of texts that are in no index yet those are found that a query would find if they were. */
public class TextTableDuelTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String ID = "id";
    private static final int TEXTS = 120;
    private static final int BANDS = 8;

    private TextSketcher sketcher;
    private TextTable table;

    /** All that were added, those too that are gone. */
    private List<SketchedText> texts;

    /** Words of few, so that texts agree in any number of rows. */
    private static String words() {
        return IntStream.rangeClosed(0, random().nextInt(8))
                .mapToObj(i -> "word" + random().nextInt(12))
                .reduce("", (text, word) -> text + " " + word);
    }

    private void add(RandomIndexWriter writer) throws IOException {
        MinHashField field = new MinHashField(FIELD, sketcher);
        field.addValue(words());
        field.keepText();
        Document document = new Document();
        field.fields(true, null).forEach(document::add);
        field.binaryValue();
        texts.add(field.text());
        document.add(new StringField(
                ID, String.valueOf(table.add(field.text())), Field.Store.YES));
        writer.addDocument(document);
    }

    private Set<String> inTable(
            SketchedText text, int rows, int maxBucketSize, double minSimilarity,
            ShingleSet ignored) {
        TextComparison comparison =
                new TextComparison(text, minSimilarity, Verify.EXACT, ignored);
        Set<String> found = new HashSet<>();
        Set<Integer> visited = new HashSet<>();
        table.visitCandidates(text, rows, maxBucketSize, number -> {
            assertTrue("each once", visited.add(number));
            if (comparison.similarity(table.get(number)) != Jaccard.REJECTED) {
                found.add(String.valueOf(number));
            }
            return true;
        });
        return found;
    }

    private static Set<String> inIndex(
            IndexSearcher searcher, SketchedText text, int rows, int maxBucketSize,
            double minSimilarity, ShingleSet ignored)
            throws IOException {
        TopDocs hits = searcher.search(
                NearDuplicateQuery
                        .exact(FIELD, text, rows, minSimilarity, null, new IgnoredShingles(ignored))
                        .limitBuckets(searcher, maxBucketSize),
                TEXTS);
        return Stream.of(hits.scoreDocs).map(hit -> {
            try {
                return searcher.storedFields().document(hit.doc).get(ID);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }).collect(toSet());
    }

    public void testAsAnIndex() throws IOException {
        for (int rows = BandRows.FEWEST; rows <= BandRows.MOST; rows++) {
            sketcher = new TextSketcher(
                    FIELD, new NearDuplicateAnalyzer(), Schemes.words(1, 64, BANDS, rows));
            table = new TextTable(BANDS);
            texts = new ArrayList<>();
            testAsAnIndexOf(rows);
        }
    }

    private void testAsAnIndexOf(int rowsOfBand) throws IOException {
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            for (int i = 0; i < TEXTS; i++) {
                add(writer);
                if (random().nextInt(8) == 0) {
                    int gone = random().nextInt(texts.size());
                    table.remove(gone);
                    writer.deleteDocuments(new Term(ID, String.valueOf(gone)));
                }
            }
            try (IndexReader reader = writer.getReader()) {
                IndexSearcher searcher = newSearcher(reader);
                for (SketchedText text : texts) {
                    compare(searcher, text, rowsOfBand);
                }
            }
        }
    }

    private void compare(IndexSearcher searcher, SketchedText text, int rowsOfBand)
            throws IOException {
        for (int rows = BandRows.FEWEST; rows <= rowsOfBand; rows++) {
            for (int maxBucketSize : new int[] {1 + random().nextInt(20), Integer.MAX_VALUE}) {
                double minSimilarity = 0.01 + random().nextInt(90) / 100.0;
                ShingleSet ignored = random().nextBoolean()
                        ? ShingleSet.EMPTY
                        : texts.get(random().nextInt(texts.size())).shingles();
                assertEquals(
                        rows + " rows of " + rowsOfBand + ", buckets of " + maxBucketSize
                                + ", ignored " + ignored,
                        inIndex(searcher, text, rows, maxBucketSize, minSimilarity, ignored),
                        inTable(text, rows, maxBucketSize, minSimilarity, ignored));
            }
        }
    }
}
