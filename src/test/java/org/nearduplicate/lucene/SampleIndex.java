package org.nearduplicate.lucene;

import static com.carrotsearch.randomizedtesting.generators.RandomPicks.randomFrom;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.sets.ContainmentEstimate;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShareOf;

/**
 * A random index of samples, the ids of the documents that are live in it, and the hits that brute
 * force finds among them.
 */
final class SampleIndex implements Closeable {

    static final String FIELD = "text.near";
    static final String ID = "id";
    static final String ID_VALUES = "id.values";
    static final String TAG = "tag";
    static final int TAGS = 7;

    private static final String SORT = "sort";

    private final Random random;
    private final List<Sample> samples;

    /** Or null for a field without sampled shingles. */
    private final SampledShingles sampled;
    private final Map<Integer, Sample> live = new TreeMap<>();
    private final Directory directory = LuceneTestCase.newDirectory();
    private final DirectoryReader reader;

    private SampleIndex(
            Random random, int documents, boolean exact, boolean deletes, boolean sampled)
            throws IOException {
        this.random = random;
        this.sampled = sampled ? new SampledShingles(2 + random.nextInt(7)) : null;
        TextSketcher sketcher = new TextSketcher(FIELD, randomAnalyzer(random),
                Schemes.random(random));
        this.samples = randomSamples(random, documents, sketcher);
        this.reader = write(exact, deletes, random.nextInt(3) == 0);
    }

    private SampleIndex(Random random, List<Sample> samples) throws IOException {
        this.random = random;
        this.samples = samples;
        this.sampled = null;
        this.reader = write(true, true, random.nextBoolean());
    }

    /** Indexes random texts by a random scheme and analyzer, in segments as chance has them. */
    static SampleIndex random(Random random, int documents, boolean exact) throws IOException {
        return new SampleIndex(random, documents, exact, true, random.nextBoolean());
    }

    /** Indexes random texts with sampled shingles, of any p up to 8. */
    static SampleIndex withSampledShingles(Random random, int documents, boolean exact)
            throws IOException {
        return new SampleIndex(random, documents, exact, true, true);
    }

    /** Indexes random texts, none of which is deleted: Lucene's own checks need that. */
    static SampleIndex withoutDeletes(Random random, int documents, boolean exact)
            throws IOException {
        return new SampleIndex(random, documents, exact, false, random.nextBoolean());
    }

    /** Indexes samples with their shingle sets, in one segment or in several. */
    static SampleIndex of(Random random, List<Sample> samples) throws IOException {
        return new SampleIndex(random, samples);
    }

    static List<Sample> randomSamples(Random random, int documents, TextSketcher sketcher) {
        RandomTexts texts = new RandomTexts(random);
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            samples.add(new Sample(sketcher, texts.next()));
        }
        return samples;
    }

    /** Returns one of the analyzers that take the words of {@link RandomTexts} as they are. */
    static Analyzer randomAnalyzer(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new NearDuplicateAnalyzer();
            case 1 -> new WhitespaceAnalyzer();
            default -> new MockAnalyzer(random);
        };
    }

    static String tag(int id) {
        return "tag" + id % TAGS;
    }

    /** Returns which shingles are indexed, or null if none are. */
    SampledShingles sampled() {
        return sampled;
    }

    DirectoryReader reader() {
        return reader;
    }

    /** Returns a searcher, in half of the cases one that searches in several threads. */
    IndexSearcher searcher() {
        return LuceneTestCase.newSearcher(reader, true, true, random.nextBoolean());
    }

    /** Returns the scheme of the field. */
    Scheme scheme() {
        return samples.getFirst().sketcher().scheme();
    }

    /** Returns a sample with tokens, live or deleted, that signatures do not misjudge. */
    Sample randomSample() {
        return randomSample(1);
    }

    /** Returns such a sample for a minimum similarity, whose query takes any number of rows. */
    Sample randomSample(double minSimilarity) {
        List<Sample> withTokens = samples.stream().filter(s -> s.isEmpty() == false).toList();
        return Redraw.until(
                sample -> sample.isMisjudged(live.values(), minSimilarity) == false,
                () -> randomFrom(random, withTokens).takingAnyRows(random)
                        .ignoring(randomIgnored()));
    }

    /** Returns texts that do not count: mostly none, or parts of some of these, or the whole of some. */
    private List<String> randomIgnored() {
        return RandomTexts.parts(
                random, samples.stream().flatMap(sample -> sample.values().stream()).toList());
    }

    /** Returns the ids of the live documents and their samples. */
    Map<Integer, Sample> live() {
        return live;
    }

    /** Returns a minimum similarity; often one that some pair has, so that it is just reached. */
    double randomMinSimilarity(Sample query, boolean exact) {
        return Redraw.until(
                minSimilarity -> query.isMisjudged(live.values(), minSimilarity) == false,
                () -> anyMinSimilarity(query, exact));
    }

    private double anyMinSimilarity(Sample query, boolean exact) {
        Sample other = randomSample();
        double similarity = exact ? query.jaccard(other) : query.estimate(other);
        return similarity > 0 && random.nextBoolean() ? similarity : 1 - random.nextDouble();
    }

    /** Returns id and score of all hits, found by comparing the query with every live document. */
    Map<Integer, Float> expected(Sample query, boolean exact, double minSimilarity, float boost) {
        Map<Integer, Float> hits = new TreeMap<>();
        live.forEach((id, sample) -> {
            double similarity = query.similarity(sample, exact, minSimilarity);
            if (similarity >= 0) {
                hits.put(id, (float) (similarity * boost));
            }
        });
        return hits;
    }

    /** Does the same for a share: a hit has it, and shares as many sampled shingles as that needs, or has it by these. */
    Map<Integer, Float> expected(Sample query, SoughtContainment share, boolean exact,
            float boost) {
        Map<Integer, Float> hits = new TreeMap<>();
        Set<Long> sought = query.sampledKeys(sampled);
        live.forEach((id, sample) -> {
            Set<Long> own = sample.sampledKeys(sampled);
            Set<Long> common = new HashSet<>(sought);
            common.retainAll(own);
            int all = share.of() == ShareOf.LIKE ? sought.size() : own.size();
            int enough =
                    exact ? new ContainmentEstimate(all).neededFor(share.least(), share.recall())
                            : 1;
            double similarity =
                    exact ? query.share(sample, share.of()) : (double) common.size() / all;
            if (common.size() >= enough && similarity >= share.least()) {
                hits.put(id, (float) (similarity * boost));
            }
        });
        return hits;
    }

    /** Returns the share of a query; often one that some document has, so that it is just reached. */
    SoughtContainment randomShare(Sample query) {
        ShareOf of = randomFrom(random, List.of(ShareOf.LIKE, ShareOf.DOCUMENT));
        double share = query.share(randomSample(), of);
        double least = share > 0 && random.nextBoolean() ? share : 1 - random.nextDouble();
        return new SoughtContainment(of, least,
                random.nextBoolean() ? .99 : random.nextDouble(.01, 1));
    }

    /** Returns id and score of all hits of a query. */
    static Map<Integer, Float> search(IndexSearcher searcher, Query query) throws IOException {
        Map<Integer, Float> hits = new TreeMap<>();
        for (ScoreDoc hit : allHits(searcher, query).scoreDocs) {
            hits.put(id(searcher, hit.doc), hit.score);
        }
        return hits;
    }

    static TopDocs allHits(IndexSearcher searcher, Query query) throws IOException {
        int all = Math.max(1, searcher.getIndexReader().maxDoc());
        return searcher.search(query, new TopScoreDocCollectorManager(all, Integer.MAX_VALUE));
    }

    static int id(IndexSearcher searcher, int doc) throws IOException {
        return Integer.parseInt(searcher.storedFields().document(doc).get(ID));
    }

    @Override
    public void close() throws IOException {
        IOUtils.close(reader, directory);
    }

    private DirectoryReader write(boolean exact, boolean deletes, boolean merge)
            throws IOException {
        try (RandomIndexWriter writer = new RandomIndexWriter(random, directory, config())) {
            for (int id = 0; id < samples.size(); id++) {
                writer.addDocument(document(id, exact));
                live.put(id, samples.get(id));
                if (deletes && random.nextInt(10) == 0) {
                    delete(writer, random.nextInt(id + 1));
                }
                if (random.nextInt(40) == 0) {
                    writer.commit();
                }
            }
            if (merge) {
                writer.forceMerge(1);
            }
            if (deletes && random.nextBoolean()) {
                delete(writer, random.nextInt(samples.size()));
            }
            return writer.getReader();
        }
    }

    private IndexWriterConfig config() {
        IndexWriterConfig config = LuceneTestCase.newIndexWriterConfig();
        if (random.nextBoolean()) {
            config.setIndexSort(
                    new Sort(new SortField(SORT, SortField.Type.LONG, random.nextBoolean())));
        }
        if (random.nextInt(4) == 0) {
            config.setMergePolicy(NoMergePolicy.INSTANCE);
        }
        return config;
    }

    /** Returns a document of fields with an id. */
    static Document document(int id, List<? extends IndexableField> fields) {
        Document document = new Document();
        document.add(new StringField(ID, Integer.toString(id), Store.YES));
        fields.forEach(document::add);
        return document;
    }

    private Document document(int id, boolean exact) {
        Document document = document(id, samples.get(id).fields(FIELD, exact, sampled));
        document.add(new StringField(TAG, tag(id), Store.NO));
        document.add(new IntPoint(ID, id));
        document.add(new NumericDocValuesField(ID_VALUES, id));
        document.add(new NumericDocValuesField(SORT, random.nextInt(samples.size())));
        StoredTexts.fields(samples.get(id)).forEach(document::add);
        return document;
    }

    private void delete(RandomIndexWriter writer, int id) throws IOException {
        writer.deleteDocuments(new Term(ID, Integer.toString(id)));
        live.remove(id);
    }
}
