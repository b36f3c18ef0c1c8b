package org.nearduplicate.groups;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;

/** The figures of a field against a map of all its terms. */
public class FieldFiguresTest extends LuceneTestCase {

    /** Deleted documents are in the segments, and others do not match: neither count. */
    public void testFiguresAreThoseOfTheTexts() throws IOException {
        Corpus corpus = Corpus.random(random(), TestUtil.nextInt(random(), 1, 120));
        Filter filter = corpus.randomFilter();
        boolean storesSets = random().nextBoolean();
        int perIndex = TestUtil.nextInt(random(), 1, 3);
        try (TextShards layout = new TextShards(
                corpus, random(), perIndex, random().nextInt(3) == 0, storesSets)) {
            for (Map.Entry<String, List<DirectoryReader>> index : layout.readers().entrySet()) {
                for (DirectoryReader reader : index.getValue()) {
                    Map<Integer, Text> texts = texts(corpus, index.getKey(), reader, filter);
                    int buckets = TestUtil.nextInt(random(), 1, 12);
                    assertFigures(
                            corpus, texts, storesSets, buckets,
                            figures(corpus, reader, filter, buckets, JobMonitor.NONE));
                }
            }
        }
    }

    private static void assertFigures(
            Corpus corpus, Map<Integer, Text> texts, boolean storesSets, int buckets,
            FieldFigures figures) {
        List<Sample> samples = texts.values()
                .stream()
                .map(Text::sample)
                .filter(sample -> sample.isEmpty() == false)
                .toList();
        Scheme scheme = corpus.scheme();
        assertEquals(
                new ShardDocuments(texts.size(), texts.size() - samples.size()),
                figures.documents());
        assertEquals(
                samples.size() * (long) scheme.signatureFormat().length(),
                figures.signatureBytes());
        int shingles = samples.stream().mapToInt(sample -> sample.shingles().size()).sum();
        assertEquals(storesSets ? 6L * shingles : 0, figures.setBytes());
        TreeMap<Long, List<Integer>> byKey = byKey(scheme, texts);
        assertEquals(byKey.size(), figures.terms());
        assertEquals(
                byKey.values().stream().mapToInt(List::size).sum(), figures.postings());
        List<LargeBucket> all = buckets(byKey);
        assertEquals(all.subList(0, Math.min(buckets, all.size())), figures.largest());
        int elsewhere = all.size() >= buckets
                ? all.get(buckets - 1).documents()
                : byKey.isEmpty() ? 0 : 1;
        assertEquals(elsewhere, figures.mostElsewhere());
    }

    /** What is told of an index is right but for what it says that it may miss. */
    public void testBucketsOfAnIndex() throws IOException {
        Corpus corpus = Corpus.random(random(), TestUtil.nextInt(random(), 1, 120));
        Filter filter = corpus.randomFilter();
        int perIndex = TestUtil.nextInt(random(), 1, 5);
        int size = TestUtil.nextInt(random(), 1, 6);
        int buckets = size + random().nextInt(6);
        try (TextShards layout = new TextShards(corpus, random(), perIndex, false)) {
            for (Map.Entry<String, List<DirectoryReader>> index : layout.readers().entrySet()) {
                IndexBuckets merged = new IndexBuckets(JobMonitor.NONE);
                TreeMap<Long, Integer> truth = new TreeMap<>();
                Map<String, Text> named = new TreeMap<>();
                for (DirectoryReader reader : index.getValue()) {
                    Map<Integer, Text> texts = texts(corpus, index.getKey(), reader, filter);
                    texts.values().forEach(text -> named.put(text.id(), text));
                    byKey(corpus.scheme(), texts).forEach(
                            (key, docs) -> truth.merge(key, docs.size(), Integer::sum));
                    FieldFigures figures =
                            figures(corpus, reader, filter, buckets, JobMonitor.NONE);
                    merged.add(
                            figures.largest(),
                            figures.largest()
                                    .stream()
                                    .map(bucket -> texts.get(bucket.first()).id())
                                    .map(id -> new DocumentName(id, null, null))
                                    .toList(),
                            figures.mostElsewhere());
                }
                assertMerged(corpus.scheme(), truth, named, merged, size);
                if (perIndex == 1) {
                    assertEquals(0, merged.errorUpperBound());
                }
            }
        }
    }

    private static void assertMerged(
            Scheme scheme, TreeMap<Long, Integer> truth, Map<String, Text> texts,
            IndexBuckets merged, int size) {
        List<NamedBucket> listed = merged.largest(size);
        long error = merged.errorUpperBound();
        assertTrue(listed.size() <= size);
        long last = Long.MAX_VALUE;
        for (NamedBucket bucket : listed) {
            assertTrue(bucket.documents() >= 2 && bucket.documents() <= last);
            last = bucket.documents();
            Map<Integer, Long> keys = keys(scheme, texts.get(bucket.example().id()));
            for (int band : bucket.bands()) {
                int documents = truth.remove(keys.get(band));
                assertTrue(documents >= bucket.documents());
                assertTrue(documents <= bucket.documents() + error);
            }
        }
        long elsewhere = error + (listed.size() < size ? 1 : last);
        truth.values().forEach(documents -> assertTrue(documents <= elsewhere));
    }

    public void testMemoryIsThatOfTheBucketsThatAreKept() throws IOException {
        Corpus corpus = Corpus.random(random(), 200);
        try (TextShards layout = new TextShards(corpus, random(), 1, false)) {
            for (DirectoryReader reader : layout.readers().get("all").subList(0, 1)) {
                CountingMonitor monitor = CountingMonitor.unlimited();
                FieldFigures figures = figures(corpus, reader, Filter.ALL, 3, monitor);
                int keys = figures.largest().stream().mapToInt(b -> b.keys().size()).sum();
                long bits = reader.hasDeletions() ? (reader.maxDoc() + 63) / 64 * 8 : 0;
                assertEquals(
                        figures.largest().size() * 200L + keys * 32L + bits, monitor.reserved());
            }
        }
    }

    public void testStopsAtEveryCheck() throws IOException {
        Corpus corpus = Corpus.random(random(), Schemes.words(1, 101, 101, 1), 200);
        Filter filter = corpus.randomFilter();
        try (TextShards layout = new TextShards(corpus, random(), 1, false)) {
            DirectoryReader reader = layout.readers().get("all").getFirst();
            CountingMonitor monitor = CountingMonitor.unlimited();
            FieldFigures figures = figures(corpus, reader, filter, 3, monitor);
            assertTrue(
                    monitor.checksByCaller().getOrDefault("BucketCensus", 0) >= figures.terms()
                            / 4_096);
            for (int checks = 0; checks < monitor.checks(); checks++) {
                CountingMonitor stopping = CountingMonitor.ofChecks(checks);
                expectThrows(
                        CountingMonitor.Stopped.class,
                        () -> figures(corpus, reader, filter, 3, stopping));
            }
        }
    }

    private static FieldFigures figures(
            Corpus corpus, DirectoryReader reader, Filter filter, int buckets, JobMonitor monitor)
            throws IOException {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        return FieldFigures.of(
                Participants.find(searcher, filter.query(), monitor), LocalShard.FIELD,
                corpus.scheme(), buckets, monitor);
    }

    /** Returns the texts of a shard that take part, by their numbers. */
    private static Map<Integer, Text> texts(
            Corpus corpus, String index, DirectoryReader reader, Filter filter)
            throws IOException {
        Map<String, Text> byId = corpus.participants(filter)
                .stream()
                .filter(text -> text.index().equals(index))
                .collect(Collectors.toMap(Text::id, text -> text));
        Map<Integer, Text> texts = new TreeMap<>();
        for (int doc = 0; doc < reader.maxDoc(); doc++) {
            Text text = byId.get(reader.storedFields().document(doc).get(LocalShard.ID));
            if (text != null) {
                texts.put(doc, text);
            }
        }
        return texts;
    }

    private static TreeMap<Long, List<Integer>> byKey(Scheme scheme, Map<Integer, Text> texts) {
        TreeMap<Long, List<Integer>> byKey = new TreeMap<>();
        texts.forEach(
                (doc, text) -> keys(scheme, text).values().forEach(
                        key -> byKey.computeIfAbsent(key, none -> new ArrayList<>()).add(doc)));
        return byKey;
    }

    /** Returns the key of each band. */
    private static Map<Integer, Long> keys(Scheme scheme, Text text) {
        Map<Integer, Long> keys = new TreeMap<>();
        if (text.sample().isEmpty() == false) {
            for (String term : Sample.bandTerms(text.sample().sketch())) {
                byte[] bytes = term.getBytes(StandardCharsets.US_ASCII);
                long key = scheme.bandTermFormat().key(bytes, 0, bytes.length);
                keys.put(BandTermFormat.band(key), key);
            }
        }
        return keys;
    }

    private static List<LargeBucket> buckets(TreeMap<Long, List<Integer>> byKey) {
        Map<List<Integer>, List<Long>> same = new HashMap<>();
        byKey.forEach((key, docs) -> {
            if (docs.size() > 1) {
                same.computeIfAbsent(
                        List.of(docs.size(), docs.getFirst()), none -> new ArrayList<>()).add(key);
            }
        });
        List<LargeBucket> buckets = new ArrayList<>();
        same.forEach((docs, keys) -> buckets.add(
                new LargeBucket(docs.getFirst(), docs.getLast(), keys)));
        buckets.sort(
                Comparator.comparingInt(LargeBucket::documents)
                        .reversed()
                        .thenComparing(bucket -> bucket.keys().getFirst()));
        return buckets;
    }
}
