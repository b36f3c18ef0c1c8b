package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.nearduplicate.lucene.JaccardJoin.Pair;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;

/**
 * The news texts of Reuters-21578: every body is asked for its near duplicates, and the answers are
 * compared with the exact similarity of all pairs. Skipped where {@code corpus.reuters} names no file.
 */
public class ReutersTest extends LuceneTestCase {

    private static final String FIELD = "body.near";
    private static final int HASH_COUNT = 128;
    private static final Banding BANDING = new Banding(42, 3);
    private static final double MIN_SIMILARITY = 0.5;
    private static final int MAX_HITS = 1000;

    /** Pairs of one text are found or missed together, which the variance does not know. */
    private static final double MAX_SIGMAS = 5;

    private static TextSketcher sketcher;
    private static List<String> bodies;
    private static List<Pair> truth;
    private static int[] firstOfSet;
    private static Directory directory;
    private static DirectoryReader reader;
    private static IndexSearcher searcher;

    @BeforeClass
    public static void indexCorpus() throws IOException {
        bodies = ReutersCorpus.bodies();
        JaccardJoin join = ReutersCorpus.join(MIN_SIMILARITY);
        truth = join.pairs();
        firstOfSet = join.firstOfSet();
        Scheme scheme = Schemes.words(
                ReutersCorpus.SHINGLE_SIZE, HASH_COUNT, BANDING.bands(), BANDING.rows());
        sketcher = new TextSketcher(FIELD, new NearDuplicateAnalyzer(), scheme);
        directory = new ByteBuffersDirectory();
        reader = index();
        searcher = new IndexSearcher(reader);
    }

    @AfterClass
    public static void close() throws IOException {
        if (reader != null) {
            reader.close();
            directory.close();
        }
        sketcher = null;
        bodies = null;
        truth = null;
        firstOfSet = null;
        directory = null;
        reader = null;
        searcher = null;
    }

    public void testExactVerificationFindsThePairsThatTheCurvePromises() throws IOException {
        Map<Long, Float> found = ask(true, MIN_SIMILARITY);
        Map<Long, Double> similarities = new HashMap<>();
        truth.forEach(pair -> similarities.put(key(pair.a(), pair.b()), pair.similarity()));
        found.forEach((key, score) -> {
            assertTrue("found a pair that is none", similarities.containsKey(key));
            assertEquals(similarities.get(key).floatValue(), score, 0);
        });
        Recall all = new Recall();
        Recall distinct = new Recall();
        Set<Long> seen = new HashSet<>();
        for (Pair pair : truth) {
            boolean isFound = found.containsKey(key(pair.a(), pair.b()));
            assertTrue("same text, not found", isFound || pair.similarity() < 1);
            all.add(pair, isFound);
            if (pair.similarity() < 1 && seen.add(setKey(pair))) {
                distinct.add(pair, isFound);
            }
        }
        report("all pairs: " + all);
        report("pairs of different texts, each set once: " + distinct);
        assertEquals(found.size(), all.pairs - all.missed);
        assertTrue(all.toString(), all.found() >= 0.99);
        assertTrue(distinct.toString(), distinct.sigmas() <= MAX_SIGMAS);
    }

    public void testSignatureVerificationIsUnbiased() throws IOException {
        Map<Long, Float> estimates = ask(false, 0.05);
        Set<Long> seen = new HashSet<>();
        double sum = 0;
        double squares = 0;
        double variances = 0;
        int pairs = 0;
        for (Pair pair : truth) {
            Float estimate = estimates.get(key(pair.a(), pair.b()));
            if (estimate == null || pair.similarity() == 1 || seen.add(setKey(pair)) == false) {
                continue;
            }
            double error = estimate - pair.similarity();
            sum += error;
            squares += error * error;
            variances += (1 - pair.similarity()) * (pair.similarity() + 1.0 / 255) / HASH_COUNT;
            pairs++;
        }
        double mean = sum / pairs;
        double rms = Math.sqrt(squares / pairs);
        double bound = Math.sqrt(variances / pairs);
        String figures = String.format(
                Locale.ROOT, "signature: %d pairs, mean error %.5f, RMS %.5f, of MinHash %.5f",
                pairs, mean, rms, bound);
        report(figures);
        assertTrue(figures, pairs > 500);
        assertEquals(figures, 0, mean, 0.01);
        assertTrue(figures, rms <= 1.1 * bound);
        assertTrue(figures, rms >= 0.5 * bound);
    }

    /** How many of the true pairs were missed, and how many the S-curve lets expect. */
    private static final class Recall {

        private int pairs;
        private int missed;
        private double expected;
        private double variance;

        void add(Pair pair, boolean found) {
            double probability = BANDING.probability(pair.similarity());
            pairs++;
            missed += found ? 0 : 1;
            expected += 1 - probability;
            variance += probability * (1 - probability);
        }

        double found() {
            return 1 - (double) missed / pairs;
        }

        double sigmas() {
            return Math.abs(missed - expected) / Math.sqrt(variance);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d pairs, %d missed (found %.5f), expected to miss %.2f \u00B1 %.2f, %.2f sigma",
                    pairs, missed, found(), expected, Math.sqrt(variance), sigmas());
        }
    }

    /** Asks every body for its near duplicates, and returns the scores of the pairs. */
    private static Map<Long, Float> ask(boolean exact, double minSimilarity) throws IOException {
        Map<Long, Float> scores = new HashMap<>();
        int hits = 0;
        for (int text = 0; text < bodies.size(); text++) {
            ShingleHashes hashes = new ShingleHashes();
            sketcher.shingle(bodies.get(text), hashes);
            if (hashes.isEmpty()) {
                continue;
            }
            NearDuplicateQuery query = exact
                    ? NearDuplicateQuery.exact(
                            FIELD, sketcher.sketch(hashes), hashes, minSimilarity)
                    : NearDuplicateQuery.bySignature(
                            FIELD, sketcher.sketch(hashes), minSimilarity);
            TopDocs top = searcher.search(
                    query, new TopScoreDocCollectorManager(MAX_HITS, Integer.MAX_VALUE));
            assertTrue(top.totalHits.value() < MAX_HITS);
            boolean self = false;
            for (ScoreDoc hit : top.scoreDocs) {
                self |= hit.doc == text;
                if (hit.doc != text) {
                    Float other = scores.put(key(hit.doc, text), hit.score);
                    assertTrue("differs by direction", other == null || other == hit.score);
                    hits++;
                }
            }
            assertTrue("does not find itself", self);
        }
        assertEquals("each pair from both sides", hits, 2 * scores.size());
        return scores;
    }

    private static long key(int a, int b) {
        return ((long) Math.min(a, b) << Integer.SIZE) | Math.max(a, b);
    }

    private static long setKey(Pair pair) {
        return key(firstOfSet[pair.a()], firstOfSet[pair.b()]);
    }

    private static void report(String figures) {
        System.out.println("Reuters, " + figures);
    }

    /** Documents are numbered as they come, those without tokens included. */
    private static DirectoryReader index() throws IOException {
        IndexWriterConfig config = new IndexWriterConfig()
                .setCodec(TestUtil.getDefaultCodec())
                .setMergePolicy(new LogDocMergePolicy());
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (String body : bodies) {
                MinHashField field = new MinHashField(FIELD, sketcher);
                field.addValue(body);
                Document document = new Document();
                if (field.isEmpty() == false) {
                    field.fields(true).forEach(document::add);
                }
                writer.addDocument(document);
            }
        }
        return DirectoryReader.open(directory);
    }
}
