package org.nearduplicate.groups;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.SetSource;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.sketch.AllocatedBytes;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;

/** What a shard reads is what its participating texts are made of. */
public class ShardReaderTest extends LuceneTestCase {

    public void testCountsAndTermsAreThoseOfTheTexts() throws IOException {
        for (int i = 0; i < 4; i++) {
            Corpus corpus = Corpus.random(random(), atLeast(60));
            Filter filter = corpus.randomFilter();
            try (TextShards layout = new TextShards(corpus, random(), 1, random().nextBoolean())) {
                for (Shard shard : layout.open(filter.query())) {
                    List<Text> texts = corpus.participants(filter)
                            .stream()
                            .filter(text -> text.index().equals(shard.index()))
                            .toList();
                    int empty = (int) texts.stream().filter(t -> t.sample().isEmpty()).count();
                    assertEquals(new ShardDocuments(texts.size(), empty), shard.documents());
                    assertTerms(corpus, shard, texts);
                }
            }
        }
    }

    public void testSignaturesTellEqualTextsFromOthers() throws IOException {
        Corpus corpus = Corpus.random(random(), 60);
        int length = corpus.scheme().signatureFormat().length();
        try (TextShards layout = new TextShards(corpus, random(), 1, false)) {
            for (Shard shard : layout.open(Filter.ALL.query())) {
                Map<String, Text> texts = byId(corpus, shard);
                int[] documents = withTerms(corpus, shard);
                List<DocumentName> names = shard.names(documents).join();
                byte[] signatures = shard.signatures(documents).join();
                assertEquals(documents.length * length, signatures.length);
                byte[] sets = shard.shingleSets(documents).join();
                int setsEnd = 0;
                Map<Set<String>, ByteBuffer> signatureOf = new HashMap<>();
                for (int i = 0; i < documents.length; i++) {
                    Sample sample = texts.get(names.get(i).id()).sample();
                    ByteBuffer signature = ByteBuffer.wrap(signatures, i * length, length);
                    ByteBuffer known = signatureOf.putIfAbsent(sample.shingles(), signature);
                    assertTrue(known == null || known.equals(signature));
                    setsEnd += 4 + 6 * sample.shingles().size();
                }
                assertEquals(signatureOf.size(), Set.copyOf(signatureOf.values()).size());
                assertEquals(setsEnd, sets.length);
            }
        }
    }

    /** Documents of a segment are near each other if at least one of sixteen is asked for, and two at all. */
    public void testSaysWhereDocumentsAreNearEachOther() throws IOException {
        List<Boolean> dense = new ArrayList<>();
        SetSource sets = (segment, isDense) -> {
            dense.add(isDense);
            return StoredValues.storedSets(LocalShard.FIELD).open(segment, isDense);
        };
        try (Directory directory = new ByteBuffersDirectory()) {
            write(directory, new byte[6], 50, 50);
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                ShardReader shard = shard(reader, sets);
                shard.shingleSets(new int[] {7}, JobMonitor.NONE);
                shard.shingleSets(new int[] {7, 23}, JobMonitor.NONE);
                shard.shingleSets(new int[] {7, 24}, JobMonitor.NONE);
                shard.shingleSets(new int[] {7, 8, 39}, JobMonitor.NONE);
                shard.shingleSets(new int[] {0, 49, 50, 51}, JobMonitor.NONE);
                assertEquals(List.of(false, true, false, true, false, true), dense);
            }
        }
    }

    /**
     * The heap of a node that compares much is filled by these answers: one of them is made once, in its
     * size. What else is allocated was 4% of it.
     */
    public void testAnAnswerOfSetsIsAllocatedOnce() throws IOException {
        byte[] set = new byte[6 * 1_000];
        for (int i = 0; i < 1_000; i++) {
            ByteBuffer.wrap(set, 6 * i, 4).putInt(i);
        }
        int[] documents = IntStream.range(0, 100).toArray();
        try (Directory directory = new ByteBuffersDirectory()) {
            write(directory, set, documents.length);
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                ShardReader shard = shard(reader, StoredValues.storedSets(LocalShard.FIELD));
                shard.shingleSets(documents, JobMonitor.NONE);
                long before = AllocatedBytes.ofThisThread();
                byte[] answer = shard.shingleSets(documents, JobMonitor.NONE);
                long allocated = AllocatedBytes.ofThisThread() - before;
                assertEquals(documents.length * (4L + set.length), answer.length);
                assertTrue(allocated + " bytes", allocated < 1.2 * answer.length);
            }
        }
    }

    /** Writes segments of so many documents, each with the set. */
    private static void write(Directory directory, byte[] set, int... segments)
            throws IOException {
        try (IndexWriter writer = new IndexWriter(
                directory,
                new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec())
                        .setMergePolicy(NoMergePolicy.INSTANCE))) {
            for (int documents : segments) {
                for (int i = 0; i < documents; i++) {
                    Document document = new Document();
                    document.add(
                            new BinaryDocValuesField(
                                    LocalShard.FIELD,
                                    new BytesRef(Records.record(set.length / 6, new byte[16]))));
                    document.add(
                            new BinaryDocValuesField(
                                    StoredValues.shingleSetField(LocalShard.FIELD),
                                    new BytesRef(set)));
                    writer.addDocument(document);
                }
                writer.commit();
            }
        }
    }

    private static ShardReader shard(DirectoryReader reader, SetSource sets) throws IOException {
        return new ShardReader(
                Participants.find(
                        new IndexSearcher(reader), Everything.QUERY, JobMonitor.NONE),
                LocalShard.FIELD, Schemes.words(1, 16, 2, 8), sets);
    }

    public void testAWalkBeginsWithItsPosition() throws IOException {
        try (HandMadeIndex index = new HandMadeIndex(Schemes.words(1, 16, 2, 1))) {
            for (String id : new String[] {"1", "2"}) {
                index.document(id).signature(1, new byte[16]);
                index.band(0, 4).band(0, 5).band(0, 6).band(1, 0).add();
            }
            Shard shard = index.open();
            long last = 1L << 42;
            assertEquals(List.of(4L, 5L, 6L, last), keys(shard, WalkPosition.START));
            assertEquals(List.of(5L, 6L, last), keys(shard, new WalkPosition(5, 0)));
            assertEquals(List.of(5L, 6L, last), keys(shard, new WalkPosition(5, 1)));
            assertEquals(List.of(6L, last), keys(shard, new WalkPosition(5, 2)));
            assertEquals(List.of(last), keys(shard, new WalkPosition(7, 0)));
            assertEquals(List.of(last), keys(shard, new WalkPosition(last, 0)));
            assertEquals(List.of(), keys(shard, new WalkPosition(last + 1, 0)));
        }
    }

    public void testAShardWithoutTheField() throws IOException {
        Corpus corpus = Corpus.of(random(), Corpus.random(random(), 1).scheme(), List.of("", " "));
        try (TextShards layout = new TextShards(corpus, random(), 1, true)) {
            Shard shard = layout.open(Filter.ALL.query()).getFirst();
            assertEquals(new ShardDocuments(2, 2), shard.documents());
            BandBlock block = shard.walk(WalkPosition.START, Walks.unbounded(1)).join();
            assertEquals(0, block.bytes().length);
            assertEquals(0, shard.signatures(new int[0]).join().length);
        }
    }

    /** Walks all terms, and compares all that comes with the terms of the texts. */
    private static void assertTerms(Corpus corpus, Shard shard, List<Text> texts) {
        Map<String, Set<String>> expected = new HashMap<>();
        for (Text text : texts) {
            if (text.sample().isEmpty() == false) {
                Sample.bandTerms(text.sample().sketch())
                        .forEach(
                                term -> expected.computeIfAbsent(term, t -> new HashSet<>())
                                        .add(text.id()));
            }
        }
        BandTermFormat format = new BandTermFormat(corpus.scheme().banding().bands());
        for (int minDocuments : new int[] {1, 2}) {
            Map<String, Set<String>> found = new HashMap<>();
            Walks walks = Walks.of(shard, Walks.unbounded(minDocuments));
            for (Map.Entry<Long, int[]> term : walks.terms().entrySet()) {
                Set<String> ids = new HashSet<>();
                shard.names(term.getValue()).join().forEach(name -> ids.add(name.id()));
                found.put(term(format, term.getKey()), ids);
            }
            Map<String, Set<String>> wanted = new HashMap<>(expected);
            wanted.values().removeIf(ids -> ids.size() < minDocuments);
            // Where an answer ends within a term, a lone document in front of it is not left out.
            long lone = found.values().stream().filter(ids -> ids.size() < minDocuments).count();
            found.values().removeIf(ids -> ids.size() < minDocuments);
            assertEquals(wanted, found);
            assertEquals(expected.size() - wanted.size(), walks.leftOut() + lone);
        }
    }

    private static List<Long> keys(Shard shard, WalkPosition start) {
        BandBlock.Cursor cursor = new BandBlock.Cursor(
                shard.walk(start, Walks.unbounded(2)).join(), start);
        List<Long> keys = new ArrayList<>();
        while (cursor.next()) {
            keys.add(cursor.key());
        }
        return keys;
    }

    private static int[] withTerms(Corpus corpus, Shard shard) {
        BandTermFormat format = new BandTermFormat(corpus.scheme().banding().bands());
        return Walks.of(shard, Walks.unbounded(1))
                .terms()
                .values()
                .stream()
                .flatMapToInt(Arrays::stream)
                .sorted()
                .distinct()
                .toArray();
    }

    private static Map<String, Text> byId(Corpus corpus, Shard shard) {
        Map<String, Text> texts = new HashMap<>();
        for (Text text : corpus.texts()) {
            if (text.index().equals(shard.index())) {
                texts.put(text.id(), text);
            }
        }
        return texts;
    }

    private static String term(BandTermFormat format, long key) {
        byte[] term = new byte[BandTermFormat.WIDTH];
        BandTermFormat.write(key, term);
        return new String(term, StandardCharsets.US_ASCII);
    }
}
