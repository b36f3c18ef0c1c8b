package org.nearduplicate.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.IOUtils;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.JaccardJoin;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.lucene.ReutersCorpus;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/**
 * The news texts of Reuters-21578: the pairs are those of brute force but for what the S-curve loses. Skipped where {@code corpus.reuters} names no file.
 */
public class ReutersGroupsTest extends LuceneTestCase {

    private static final Scheme SCHEME = Schemes.words(3, 128, 42, 3);
    private static final double MIN_SIMILARITY = 0.5;
    private static final int SHARDS = 5;
    private static final int SEGMENT = 1_000;

    private final List<DirectoryReader> readers = new ArrayList<>();

    public void testPairsAreThoseOfBruteForce() throws IOException {
        List<JaccardJoin.Pair> truth = ReutersCorpus.join(MIN_SIMILARITY).pairs();
        index(ReutersCorpus.bodies());
        JobAnswer stars = run(Method.STAR, readers);
        JobAnswer components = run(Method.COMPONENTS, readers);
        assertPairs(truth, stars);
        assertEquals(stars.pairs(), components.pairs());
    }

    private static void assertPairs(List<JaccardJoin.Pair> truth, JobAnswer run) {
        Map<String, Float> similarities = new HashMap<>();
        truth.forEach(pair -> similarities.put(key(pair.a(), pair.b()), (float) pair.similarity()));
        for (Pair pair : run.pairs()) {
            String key = key(Integer.parseInt(pair.a().id()), Integer.parseInt(pair.b().id()));
            Float similarity = similarities.remove(key);
            assertNotNull("wrong, or listed twice: " + pair, similarity);
            assertEquals(similarity, pair.similarity(), 0);
        }
        assertEquals(run.counts().get(Count.VERIFIED_PAIRS), run.pairs().size());
        assertFalse("equal texts were missed", similarities.containsValue(1f));
        double found = run.pairs().size() / (double) truth.size();
        report(
                String.format(
                        Locale.ROOT, "groups: %d pairs, found %.5f, %s", truth.size(), found,
                        run.counts()));
        assertTrue("found " + found, found >= 0.99);
    }

    private static JobAnswer run(Method method, List<? extends IndexReader> readers)
            throws IOException {
        List<Shard> shards = new ArrayList<>();
        for (IndexReader reader : readers) {
            shards.add(
                    new LocalShard(
                            "reuters", reader, Everything.QUERY, SCHEME));
        }
        return JobAnswer.of(
                shards, SCHEME,
                JobAnswer.options(MIN_SIMILARITY, Verify.EXACT, method));
    }

    /** Writes each text to one of the shards; its id is its number. */
    private void index(List<String> bodies) throws IOException {
        TextSketcher sketcher = new TextSketcher(
                LocalShard.FIELD, new NearDuplicateAnalyzer(), SCHEME);
        List<IndexWriter> writers = new ArrayList<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            writers.add(
                    new IndexWriter(
                            closeAfterTest(new ByteBuffersDirectory()),
                            config().setMaxBufferedDocs(SEGMENT)
                                    .setMergePolicy(NoMergePolicy.INSTANCE)));
        }
        for (int i = 0; i < bodies.size(); i++) {
            MinHashField field = new MinHashField(LocalShard.FIELD, sketcher);
            field.addValue(bodies.get(i));
            Document document = new Document();
            document.add(new StringField(LocalShard.ID, Integer.toString(i), Store.YES));
            if (field.isEmpty() == false) {
                field.fields(true, null).forEach(document::add);
            }
            writers.get(random().nextInt(SHARDS)).addDocument(document);
        }
        IOUtils.close(writers);
        for (IndexWriter writer : writers) {
            readers.add(closeAfterTest(DirectoryReader.open(writer.getDirectory())));
        }
    }

    private static IndexWriterConfig config() {
        return new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
    }

    private static String key(int a, int b) {
        return Math.min(a, b) + " " + Math.max(a, b);
    }

    private static void report(String figures) {
        System.out.println("Reuters, " + figures);
    }
}
