package org.nearduplicate.groups.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Scheme;

/** A shard is asked for documents by number: others than those that take part are refused. */
public class ShardQuestionsTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String VISIBLE = "visible";
    private static final Scheme SCHEME = Schemes.words(1, 16, 2, 6);
    private static final int DOCUMENTS = 20;

    public void testOfAllDocuments() throws IOException {
        withShard(true, (shard, reader) -> {
            int last = reader.maxDoc() - 1;
            shard.signatures(new int[0], JobMonitor.NONE);
            shard.signatures(new int[] {0, 1, last}, JobMonitor.NONE);
            assertRefused(shard, reader.maxDoc());
            assertRefused(shard, 0, reader.maxDoc() + 5);
            assertRefused(shard, Integer.MAX_VALUE);
            assertRefused(shard, -1);
            assertRefused(shard, Integer.MIN_VALUE, 0);
            assertRefused(shard, 3, 3);
            assertRefused(shard, 3, 2);
        });
    }

    public void testOfThoseThatTakePart() throws IOException {
        withShard(false, (shard, reader) -> {
            List<Integer> visible = visible(reader);
            for (int document = 0; document < reader.maxDoc(); document++) {
                if (visible.contains(document)) {
                    shard.signatures(new int[] {document}, JobMonitor.NONE);
                    shard.shingleSets(new int[] {document}, JobMonitor.NONE);
                    shard.require(new int[] {document});
                } else {
                    assertRefused(shard, document);
                }
            }
            assertRefused(shard, reader.maxDoc());
            assertRefused(shard, -1);
        });
    }

    private interface Check {

        void check(ShardReader shard, DirectoryReader reader) throws IOException;
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

    private static List<Integer> visible(DirectoryReader reader) throws IOException {
        List<Integer> visible = new ArrayList<>();
        for (int document = 0; document < reader.maxDoc(); document++) {
            if (reader.storedFields().document(document).get(VISIBLE) != null) {
                visible.add(document);
            }
        }
        return visible;
    }

    private static void withShard(boolean all, Check check) throws IOException {
        TextSketcher sketcher = new TextSketcher(FIELD, new WhitespaceAnalyzer(), SCHEME);
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            for (int i = 0; i < DOCUMENTS; i++) {
                Document document = new Document();
                new Sample(sketcher, "word" + i).fields(FIELD, true).forEach(document::add);
                if (i % 3 == 0) {
                    document.add(new StringField(VISIBLE, "yes", Store.YES));
                }
                writer.addDocument(document);
            }
            try (DirectoryReader reader = writer.getReader()) {
                IndexSearcher searcher = new IndexSearcher(reader);
                Participants participants = Participants.find(
                        searcher,
                        all
                                ? Everything.QUERY
                                : new TermQuery(new Term(VISIBLE, "yes")),
                        JobMonitor.NONE);
                check.check(
                        new ShardReader(
                                participants, FIELD, SCHEME,
                                StoredValues.storedSets(FIELD)),
                        reader);
            }
        }
    }
}
