package org.nearduplicate.groups.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.groups.CountingMonitor;
import org.nearduplicate.groups.CountingMonitor.Stopped;
import org.nearduplicate.lucene.Everything;

/** Those documents take part that are live and matched, whatever else the segments hold. */
public class ParticipantsTest extends LuceneTestCase {

    private static final String ID = "id";
    private static final String LEVEL = "level";
    private static final String VALUE = "value";
    private static final Query ALL = Everything.QUERY;
    private static final Query PARENTS = new TermQuery(new Term(LEVEL, "parent"));

    private final CountingMonitor monitor = CountingMonitor.unlimited();
    private Directory directory;
    private IndexWriter writer;
    private DirectoryReader reader;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        directory = newDirectory();
        writer = new IndexWriter(
                directory,
                new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec())
                        .setMergePolicy(NoMergePolicy.INSTANCE));
    }

    @Override
    public void tearDown() throws Exception {
        if (reader != null) {
            reader.close();
        }
        writer.close();
        directory.close();
        super.tearDown();
    }

    public void testAllWithoutDeletionsNeedNoBits() throws IOException {
        add("1", 2);
        add("2", 0);
        Participants all = find(ALL);
        assertTrue(all.areAll());
        assertEquals(4, all.count());
        assertParticipants(all, 0, 1, 2, 3);
        assertEquals(0, monitor.reserved());
    }

    public void testAllWithDeletionsAreTheLiveOnes() throws IOException {
        for (int i = 0; i < 6; i++) {
            add(Integer.toString(i), 0);
            if (i % 2 == 1) {
                writer.flush();
            }
        }
        writer.deleteDocuments(new Term(ID, "1"), new Term(ID, "4"));
        Participants live = find(ALL);
        assertFalse(live.areAll());
        assertParticipants(live, 0, 2, 3, 5);
        assertEquals(8, monitor.reserved());
    }

    /** Nested documents stand before their parent, in one block. */
    public void testNestedDocumentsAreLeftOutByAQuery() throws IOException {
        add("1", 2);
        writer.flush();
        add("2", 0);
        add("3", 1);
        writer.deleteDocuments(new Term(ID, "2"));
        Participants parents = find(PARENTS);
        assertFalse(parents.areAll());
        assertParticipants(parents, 2, 5);
    }

    public void testNone() throws IOException {
        Participants ofNothing = find(ALL);
        assertEquals(0, ofNothing.count());
        assertEquals(new ShardDocuments(0, 0, 0), ofNothing.countSigned(VALUE, monitor));
        reader.close();
        add("1", 0);
        Participants none = find(new MatchNoDocsQuery("test"));
        assertFalse(none.areAll());
        assertEquals(new ShardDocuments(0, 0, 0), none.countSigned(VALUE, monitor));
        assertParticipants(none);
    }

    /** Every other document has a signature, parents and nested ones; the first of each block has one shingle. */
    public void testCountsThoseWithASignature() throws IOException {
        add("1", 3);
        writer.flush();
        add("2", 2);
        Participants all = find(ALL);
        assertEquals(new ShardDocuments(7, 3, 2), all.countSigned(VALUE, monitor));
        assertEquals(new ShardDocuments(7, 7, 0), all.countSigned("other", monitor));
        reader.close();
        Participants parents = find(PARENTS);
        assertEquals(new ShardDocuments(2, 1, 0), parents.countSigned(VALUE, monitor));
    }

    /** However often some are left out, the bits of those that are left are charged, and no others. */
    public void testASelectionTakesThePlaceOfThoseBefore() throws IOException {
        for (int i = 0; i < 5; i++) {
            add(Integer.toString(i), 0);
        }
        Participants participants = find(ALL);
        for (int least = 1; least <= 3; least++) {
            int from = least;
            participants = participants.only(segment -> doc -> doc >= from, monitor);
            assertEquals(8, monitor.reserved());
        }
        assertParticipants(participants, 3, 4);
        assertSame(participants, participants.only(segment -> doc -> true, monitor));
        assertEquals(8, monitor.reserved());
    }

    public void testStops() throws IOException {
        for (int i = 0; i < 9_000; i++) {
            add(Integer.toString(i), 0);
        }
        find(PARENTS);
        IndexSearcher searcher = new IndexSearcher(reader);
        expectThrows(
                Stopped.class,
                () -> Participants.find(searcher, PARENTS, CountingMonitor.ofChecks(0)));
        expectThrows(
                Stopped.class,
                () -> Participants.find(searcher, PARENTS, CountingMonitor.ofBytes(1_000)));
        Participants all = Participants.find(searcher, ALL, CountingMonitor.ofChecks(0));
        expectThrows(
                Stopped.class,
                () -> all.countSigned(VALUE, CountingMonitor.ofChecks(0)));
    }

    private Participants find(Query query) throws IOException {
        reader = DirectoryReader.open(writer);
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        return Participants.find(searcher, query, monitor);
    }

    private void assertParticipants(Participants participants, int... expected) {
        List<Integer> found = new ArrayList<>();
        for (int document = 0; document < reader.maxDoc(); document++) {
            if (participants.contains(document)) {
                found.add(document);
            }
        }
        assertEquals(Arrays.stream(expected).boxed().toList(), found);
        assertEquals(expected.length, participants.count());
        assertSame(reader, participants.reader());
    }

    private void add(String id, int nested) throws IOException {
        List<Document> block = new ArrayList<>();
        for (int i = 0; i <= nested; i++) {
            Document document = new Document();
            document.add(new StringField(LEVEL, i < nested ? "nested" : "parent", Store.NO));
            document.add(new StringField(ID, id, Store.NO));
            if (i % 2 == 0) {
                byte[] signature = new byte[2 * Integer.BYTES];
                signature[Integer.BYTES - 1] = (byte) (i == 0 ? 1 : 2);
                document.add(new BinaryDocValuesField(VALUE, new BytesRef(signature)));
            }
            block.add(document);
        }
        writer.addDocuments(block);
    }
}
