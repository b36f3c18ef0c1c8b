package org.nearduplicate.groups.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.groups.Corpus;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.groups.LocalShard;
import org.nearduplicate.groups.Records;
import org.nearduplicate.groups.TextShards;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.sketch.AllocatedBytes;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.ReferenceSet;
import org.nearduplicate.sketch.sets.StoredShingles;
/** Where a shard begins to read, how it does, and what that takes. */
public class ShardReaderTest extends LuceneTestCase {

    private static final Term VISIBLE = new Term("visible", "yes");
    private static final int SHINGLES = 1_000;

    /** Documents of a segment are near each other if at least one of sixteen is given, and two at all. */
    public void testSaysWhereDocumentsAreNearEachOther() throws IOException {
        List<Boolean> dense = new ArrayList<>();
        DocumentSource<BytesRef> sets = (segment, isDense) -> {
            dense.add(isDense);
            return StoredValues.storedSets(LocalShard.FIELD).open(segment, isDense);
        };
        try (Directory directory = new ByteBuffersDirectory()) {
            write(directory, ReferenceSet.stored(0), 50, 50);
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
        byte[] set = ReferenceSet.stored(LongStream.range(0, SHINGLES).toArray());
        int[] documents = IntStream.range(0, 100).toArray();
        try (Directory directory = new ByteBuffersDirectory()) {
            write(directory, set, documents.length);
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                ShardReader shard = shard(reader, StoredValues.storedSets(LocalShard.FIELD));
                shard.shingleSets(documents, JobMonitor.NONE);
                long before = AllocatedBytes.ofThisThread();
                byte[] answer = shard.shingleSets(documents, JobMonitor.NONE);
                long allocated = AllocatedBytes.ofThisThread() - before;
                assertEquals((long) documents.length * set.length, answer.length);
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
                                    new BytesRef(Records.record(
                                            StoredShingles.requireSize(set, 0, set.length),
                                            new byte[16]))));
                    document.add(
                            new BinaryDocValuesField(
                                    StoredValues.shingleSetField(LocalShard.FIELD),
                                    new BytesRef(set)));
                    if (isVisible(i)) {
                        document.add(new StringField(VISIBLE.field(), VISIBLE.text(), Store.NO));
                    }
                    writer.addDocument(document);
                }
                writer.commit();
            }
        }
    }

    /** Every third document of a segment is visible: so is that of the reader, as the first segment has twelve. */
    private static boolean isVisible(int document) {
        return document % 3 == 0;
    }

    private static ShardReader shard(DirectoryReader reader, DocumentSource<BytesRef> sets)
            throws IOException {
        return shard(reader, sets, Everything.QUERY);
    }

    private static ShardReader shard(
            DirectoryReader reader, DocumentSource<BytesRef> sets, Query query)
            throws IOException {
        return new ShardReader(
                Participants.find(new IndexSearcher(reader), query, JobMonitor.NONE),
                LocalShard.FIELD, Schemes.words(1, 16, 2, 6), sets, IgnoredShingles.NONE);
    }

    public void testAShardWithoutTheField() throws IOException {
        Corpus corpus = Corpus.of(random(), Corpus.random(random(), 1).scheme(), List.of("", " "));
        try (TextShards layout = new TextShards(corpus, random(), 1, true)) {
            Shard shard = layout.open(Filter.ALL.query()).getFirst();
            assertEquals(new ShardDocuments(2, 2, 0), shard.documents());
            BandBlock block = shard.scan(ScanPosition.START, Walks.unbounded(1)).join();
            assertEquals(0, block.bytes().length);
            assertEquals(0, shard.signatures(new int[0]).join().length);
        }
    }

    public void testDocumentsThatTakePartAreReadInAscendingOrder() throws IOException {
        try (Directory directory = new ByteBuffersDirectory()) {
            write(directory, ReferenceSet.stored(0), 12, 8);
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                DocumentSource<BytesRef> sets = StoredValues.storedSets(LocalShard.FIELD);
                ShardReader all = shard(reader, sets);
                all.signatures(new int[0], JobMonitor.NONE);
                all.signatures(new int[] {0, 1, 19}, JobMonitor.NONE);
                assertRefused(all, 20);
                assertRefused(all, 0, 25);
                assertRefused(all, Integer.MAX_VALUE);
                assertRefused(all, -1);
                assertRefused(all, Integer.MIN_VALUE, 0);
                assertRefused(all, 3, 3);
                assertRefused(all, 3, 2);
                ShardReader visible = shard(reader, sets, new TermQuery(VISIBLE));
                for (int document = 0; document < 20; document++) {
                    if (isVisible(document)) {
                        visible.signatures(new int[] {document}, JobMonitor.NONE);
                        visible.shingleSets(new int[] {document}, JobMonitor.NONE);
                        visible.require(new int[] {document});
                    } else {
                        assertRefused(visible, document);
                    }
                }
                assertRefused(visible, 20);
                assertRefused(visible, -1);
            }
        }
    }

    private static void assertRefused(ShardReader shard, int... documents) {
        String message = "documents that take part are asked for in ascending order, got [";
        for (ThrowingRunnable question : List.<ThrowingRunnable>of(
                () -> shard.signatures(documents, JobMonitor.NONE),
                () -> shard.shingleSets(documents, JobMonitor.NONE),
                () -> shard.require(documents))) {
            IllegalArgumentException e = expectThrows(IllegalArgumentException.class, question);
            assertTrue(e.getMessage(), e.getMessage().startsWith(message));
        }
    }
}
