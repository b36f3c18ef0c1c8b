package org.nearduplicate.stats;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.Corpus;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.LocalShard;
import org.nearduplicate.groups.Text;
import org.nearduplicate.groups.TextShards;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.Keys;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.Output;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.stats.FieldFigures.LargeBuckets;
import org.nearduplicate.stats.IndexBuckets.NamedBucket;

/** The figures of a field against a map of all its terms, and of their buckets by any rows. */
public class FieldFiguresTest extends LuceneTestCase {

    private int rows;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        rows = TestUtil.nextInt(random(), BandRows.FEWEST, BandRows.MOST);
    }

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
                    FieldFigures figures =
                            figures(corpus, reader, filter, buckets, JobMonitor.NONE);
                    assertFigures(corpus, texts, reader, storesSets, buckets, figures);
                    assertSamples(corpus, texts, reader, filter, figures);
                }
            }
        }
    }

    private void assertFigures(
            Corpus corpus, Map<Integer, Text> texts, DirectoryReader reader, boolean storesSets,
            int buckets, FieldFigures figures)
            throws IOException {
        List<Sample> samples = texts.values()
                .stream()
                .map(Text::sample)
                .filter(sample -> sample.isEmpty() == false)
                .toList();
        Scheme scheme = corpus.scheme();
        assertEquals(
                new ShardDocuments(
                        texts.size(), texts.size() - samples.size(),
                        samples.stream().filter(sample -> sample.shingles().size() == 1).count()),
                figures.documents());
        assertEquals(
                samples.size() * (long) scheme.signatureFormat().length(),
                figures.signatureBytes());
        assertEquals(setBytes(reader, texts.keySet()), figures.setBytes());
        assertEquals(storesSets && samples.isEmpty() == false, figures.setBytes() > 0);
        List<Long> sampled = samples.stream()
                .filter(sample -> storesSets)
                .flatMap(sample -> sample.sampledKeys(Text.SAMPLED).stream())
                .toList();
        assertEquals(Set.copyOf(sampled).size(), figures.sampled().terms());
        assertEquals(sampled.size(), figures.sampled().postings());
        assertEquals(sampled.isEmpty(), figures.sampled().bytes() == 0);
        TreeMap<Long, List<Integer>> terms = byKey(scheme, texts, BandRows.MOST);
        assertEquals(terms.size(), figures.bandTerms().terms());
        assertEquals(
                terms.values().stream().mapToInt(List::size).sum(), figures.bandTerms().postings());
        assertBuckets(byKey(scheme, texts, rows), buckets, figures);
    }

    /** Returns the bytes of the values of some documents. */
    private static long setBytes(DirectoryReader reader, Set<Integer> documents)
            throws IOException {
        BinaryDocValues sets = MultiDocValues.getBinaryValues(
                reader, StoredValues.shingleSetField(LocalShard.FIELD));
        long bytes = 0;
        while (sets != null && sets.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            bytes += documents.contains(sets.docID()) ? sets.binaryValue().length : 0;
        }
        return bytes;
    }

    /** Some documents of the largest of buckets, or all; each once. */
    private void assertSamples(
            Corpus corpus, Map<Integer, Text> texts, DirectoryReader reader, Filter filter,
            FieldFigures figures)
            throws IOException {
        int wanted = TestUtil.nextInt(random(), 1, 8);
        TreeMap<Long, List<Integer>> byKey = byKey(corpus.scheme(), texts, rows);
        for (LargeBuckets buckets : figures.largest()) {
            int[] sample = BucketSample.of(
                    buckets,
                    Participants.find(new IndexSearcher(reader), filter.query(), JobMonitor.NONE),
                    LocalShard.FIELD, corpus.scheme().bandTermFormat(), rows, wanted,
                    JobMonitor.NONE);
            List<Integer> documents = Arrays.stream(sample).boxed().toList();
            assertEquals(List.copyOf(new TreeSet<>(documents)), documents);
            assertEquals(Math.min(wanted, most(buckets)), documents.size());
            assertTrue(
                    buckets.documents().entrySet().stream()
                            .filter(bucket -> bucket.getValue() == most(buckets))
                            .anyMatch(bucket -> byKey.get(bucket.getKey()).containsAll(documents)));
        }
    }

    private static void assertBuckets(
            TreeMap<Long, List<Integer>> byKey, int buckets, FieldFigures figures) {
        List<LargeBuckets> all = buckets(byKey);
        int elsewhere =
                all.size() >= buckets ? most(all.get(buckets - 1)) : byKey.isEmpty() ? 0 : 1;
        assertEquals(elsewhere, figures.mostElsewhere());
        List<LargeBuckets> places = all.subList(0, Math.min(buckets, all.size()))
                .stream()
                .map(place -> withoutSmaller(place, elsewhere))
                .toList();
        assertEquals(joined(places, byKey), figures.largest());
    }

    /** Few documents have a term in common, and many some rows. */
    public void testBucketsOfManyTerms() throws IOException {
        Scheme scheme = Schemes.words(1, 18, 3, 6);
        IndexWriterConfig config = new IndexWriterConfig()
                .setCodec(TestUtil.getDefaultCodec())
                .setMergePolicy(NoMergePolicy.INSTANCE);
        TreeMap<Long, List<Integer>> byKey = new TreeMap<>();
        try (Directory directory = new ByteBuffersDirectory()) {
            try (IndexWriter writer = new IndexWriter(directory, config)) {
                for (int doc = 0; doc < 60; doc++) {
                    long[] keys = IntStream.range(0, scheme.banding().bands())
                            .mapToLong(band -> Keys.random(random(), band))
                            .toArray();
                    for (long key : keys) {
                        byKey.computeIfAbsent(
                                Keys.first(Keys.bucket(key, rows), rows),
                                none -> new ArrayList<>()).add(doc);
                    }
                    writer.addDocument(
                            BandTermBytesTest.document(new byte[18], LocalShard.FIELD, keys));
                    if (random().nextInt(20) == 0) {
                        writer.flush();
                    }
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                Participants all = Participants.find(
                        new IndexSearcher(reader), Everything.QUERY, JobMonitor.NONE);
                int buckets = TestUtil.nextInt(random(), 1, 30);
                assertBuckets(
                        byKey, buckets,
                        FieldFigures.of(
                                all, LocalShard.FIELD, scheme, rows, buckets, JobMonitor.NONE));
            }
        }
    }

    /** The buckets of an index are right within the error bound. */
    public void testBucketsOfAnIndex() throws IOException {
        Corpus corpus = Corpus.random(random(), TestUtil.nextInt(random(), 1, 120));
        Filter filter = corpus.randomFilter();
        int perIndex = TestUtil.nextInt(random(), 1, 5);
        int size = TestUtil.nextInt(random(), 1, 6);
        int buckets = size + random().nextInt(6);
        try (TextShards layout = new TextShards(corpus, random(), perIndex, false)) {
            for (Map.Entry<String, List<DirectoryReader>> index : layout.readers().entrySet()) {
                IndexBuckets merged = new IndexBuckets(JobMonitor.NONE);
                List<List<LargeBuckets>> reported = new ArrayList<>();
                TreeMap<Long, Integer> truth = new TreeMap<>();
                Map<String, Text> named = new TreeMap<>();
                for (DirectoryReader reader : index.getValue()) {
                    Map<Integer, Text> texts = texts(corpus, index.getKey(), reader, filter);
                    texts.values().forEach(text -> named.put(text.id(), text));
                    byKey(corpus.scheme(), texts, rows).forEach(
                            (key, docs) -> truth.merge(key, docs.size(), Integer::sum));
                    FieldFigures figures =
                            figures(corpus, reader, filter, buckets, JobMonitor.NONE);
                    reported.add(figures.largest());
                    merged.add(
                            figures.largest(),
                            figures.largest()
                                    .stream()
                                    .map(bucket -> texts.get(bucket.first()).id())
                                    .map(id -> new DocumentName(id, null, null))
                                    .map(name -> new BucketExample(name, null))
                                    .toList(),
                            figures.mostElsewhere());
                }
                assertMerged(corpus.scheme(), truth, named, reported, merged, size);
                if (perIndex == 1) {
                    assertEquals(0, merged.errorUpperBound());
                }
            }
        }
    }

    private void assertMerged(
            Scheme scheme, TreeMap<Long, Integer> truth, Map<String, Text> texts,
            List<List<LargeBuckets>> reported, IndexBuckets merged, int size) {
        List<Set<Long>> families = families(reported);
        TreeMap<Long, Long> sums = new TreeMap<>();
        reported.forEach(shard -> shard.forEach(place -> place.documents().forEach(
                (key, count) -> sums.merge(key, (long) count, Long::sum))));
        families.sort(
                Comparator.comparingLong((Set<Long> family) -> most(family, sums))
                        .reversed()
                        .thenComparing(family -> keyOfMost(family, sums)));
        List<NamedBucket> listed = merged.largest(size);
        assertEquals(Math.min(size, families.size()), listed.size());
        long error = merged.errorUpperBound();
        long last = 0;
        for (int i = 0; i < listed.size(); i++) {
            NamedBucket bucket = listed.get(i);
            Set<Long> family = families.get(i);
            last = most(family, sums);
            long key = keyOfMost(family, sums);
            assertEquals(last, bucket.documents());
            assertEquals(BandTermFormat.band(key), bucket.band());
            assertEquals(
                    family.stream().map(BandTermFormat::band).distinct().count(), bucket.bands());
            assertTrue(
                    keys(scheme, texts.get(bucket.example().document().id()), rows)
                            .containsValue(key));
            assertTrue(truth.get(key) >= bucket.documents());
            assertTrue(truth.get(key) <= bucket.documents() + error);
            family.forEach(truth::remove);
        }
        long elsewhere = error + Math.max(1, last);
        truth.values().forEach(documents -> assertTrue(documents <= elsewhere));
    }

    private static long most(Set<Long> family, Map<Long, Long> sums) {
        return family.stream().mapToLong(sums::get).max().orElseThrow();
    }

    private static long keyOfMost(Set<Long> family, Map<Long, Long> sums) {
        return family.stream()
                .filter(key -> sums.get(key) == most(family, sums))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Returns the keys of each connected component of families. */
    private static List<Set<Long>> families(List<List<LargeBuckets>> reported) {
        List<Set<Long>> families = new ArrayList<>();
        for (List<LargeBuckets> shard : reported) {
            Map<Integer, Set<Long>> ofShard = new TreeMap<>();
            shard.forEach(
                    place -> ofShard.computeIfAbsent(place.family(), none -> new TreeSet<>())
                            .addAll(place.documents().keySet()));
            for (Set<Long> family : ofShard.values()) {
                for (Set<Long> other : List.copyOf(families)) {
                    if (Collections.disjoint(family, other) == false) {
                        family.addAll(other);
                        families.remove(other);
                    }
                }
                families.add(family);
            }
        }
        return families;
    }

    public void testMemoryIsThatOfTheBucketsThatAreKept() throws IOException {
        Corpus corpus = Corpus.random(random(), 200);
        try (TextShards layout = new TextShards(corpus, random(), 1, false)) {
            for (DirectoryReader reader : layout.readers().get("all").subList(0, 1)) {
                CountingMonitor monitor = CountingMonitor.unlimited();
                FieldFigures figures = figures(corpus, reader, Filter.ALL, 3, monitor);
                int kept = figures.largest().stream().mapToInt(b -> b.documents().size()).sum();
                int most = 3 * corpus.scheme().banding().bands();
                long bits = reader.hasDeletions() ? (reader.maxDoc() + 63) / 64 * 8 : 0;
                long buckets = monitor.reserved() - bits;
                assertTrue(figures.largest().size() * 200L + kept * 80L <= buckets);
                assertTrue(buckets <= 3 * 200L + most * 80L);
            }
        }
    }

    public void testStopsAtEveryCheck() throws IOException {
        Corpus corpus = Corpus.random(random(), Schemes.words(1, 202, 101, 2), 200);
        Filter filter = corpus.randomFilter();
        try (TextShards layout = new TextShards(corpus, random(), 1, false)) {
            DirectoryReader reader = layout.readers().get("all").getFirst();
            CountingMonitor monitor = CountingMonitor.unlimited();
            FieldFigures figures = figures(corpus, reader, filter, 3, monitor);
            assertTrue(
                    monitor.checksByCaller().getOrDefault("BucketCensus",
                            0) >= figures.bandTerms().terms() / 4_096);
            for (int checks = 0; checks < monitor.checks(); checks++) {
                CountingMonitor stopping = CountingMonitor.ofChecks(checks);
                expectThrows(
                        CountingMonitor.Stopped.class,
                        () -> figures(corpus, reader, filter, 3, stopping));
            }
        }
    }

    private FieldFigures figures(
            Corpus corpus, DirectoryReader reader, Filter filter, int buckets, JobMonitor monitor)
            throws IOException {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        return FieldFigures.of(
                Participants.find(searcher, filter.query(), monitor), LocalShard.FIELD,
                corpus.scheme(), rows, buckets, monitor);
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

    /** Returns the documents of each bucket, by the first key that it can have. */
    private static TreeMap<Long, List<Integer>> byKey(
            Scheme scheme, Map<Integer, Text> texts, int rows) {
        TreeMap<Long, List<Integer>> byKey = new TreeMap<>();
        texts.forEach(
                (doc, text) -> keys(scheme, text, rows).values().forEach(
                        key -> byKey.computeIfAbsent(key, none -> new ArrayList<>()).add(doc)));
        return byKey;
    }

    /** Returns the first key of the bucket of each band. */
    private static Map<Integer, Long> keys(Scheme scheme, Text text, int rows) {
        Map<Integer, Long> keys = new TreeMap<>();
        if (text.sample().isEmpty() == false) {
            for (String term : Output.terms(text.sample().sketch())) {
                byte[] bytes = term.getBytes(StandardCharsets.US_ASCII);
                long key = scheme.bandTermFormat().key(bytes, 0, bytes.length);
                keys.put(
                        BandTermFormat.band(key), Keys.first(Keys.bucket(key, rows), rows));
            }
        }
        return keys;
    }

    /** Returns all buckets of two documents or more, by their first documents, the largest first. */
    private static List<LargeBuckets> buckets(TreeMap<Long, List<Integer>> byKey) {
        Map<Integer, TreeMap<Long, Integer>> byFirst = new HashMap<>();
        byKey.forEach((key, docs) -> {
            if (docs.size() > 1) {
                byFirst.computeIfAbsent(docs.getFirst(), none -> new TreeMap<>())
                        .put(key, docs.size());
            }
        });
        List<LargeBuckets> buckets = new ArrayList<>();
        byFirst.forEach((first, documents) -> buckets.add(new LargeBuckets(first, 0, documents)));
        buckets.sort(
                Comparator.<LargeBuckets>comparingInt(FieldFiguresTest::most)
                        .reversed()
                        .thenComparing(
                                place -> place.documents()
                                        .entrySet()
                                        .stream()
                                        .filter(bucket -> bucket.getValue() == most(place))
                                        .findFirst()
                                        .orElseThrow()
                                        .getKey()));
        return buckets;
    }

    /** Gives places of which one begins with a document of another the number of the one that begins first. */
    private static List<LargeBuckets> joined(
            List<LargeBuckets> places, Map<Long, List<Integer>> byKey) {
        Map<Integer, Integer> families = new TreeMap<>();
        places.forEach(place -> families.put(place.first(), 0));
        int number = 0;
        for (int first : families.keySet()) {
            families.put(first, number++);
        }
        for (int round = 0; round < places.size(); round++) {
            for (LargeBuckets a : places) {
                for (LargeBuckets b : places) {
                    if (documents(a, byKey).contains(b.first())) {
                        int least = Math.min(families.get(a.first()), families.get(b.first()));
                        families.put(a.first(), least);
                        families.put(b.first(), least);
                    }
                }
            }
        }
        return places.stream()
                .map(
                        place -> new LargeBuckets(
                                place.first(), families.get(place.first()), place.documents()))
                .toList();
    }

    private static Set<Integer> documents(
            LargeBuckets place, Map<Long, List<Integer>> byKey) {
        Set<Integer> documents = new TreeSet<>();
        place.documents().keySet().forEach(key -> documents.addAll(byKey.get(key)));
        return documents;
    }

    private static int most(LargeBuckets place) {
        return Collections.max(place.documents().values());
    }

    private static LargeBuckets withoutSmaller(LargeBuckets place, int elsewhere) {
        TreeMap<Long, Integer> documents = new TreeMap<>(place.documents());
        documents.values().removeIf(count -> count <= elsewhere && count < most(place));
        return new LargeBuckets(place.first(), 0, documents);
    }
}
