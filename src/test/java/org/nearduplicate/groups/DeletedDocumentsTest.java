package org.nearduplicate.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.groups.GroupsCounts.Count;
import org.nearduplicate.lucene.Everything;
import org.nearduplicate.lucene.Sample;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;

/** A deleted document is no keeper and no member, and is counted nowhere: the next one is kept. */
public class DeletedDocumentsTest extends LuceneTestCase {

    private static final Scheme SCHEME = Schemes.words(1, 128, 64, 2);
    private static final int DOCUMENTS = 15;

    /** Of two groups; in each the lowest identifiers are kept first. */
    private final List<Text> texts = texts();

    public void testNextBestOnesAreKept() throws IOException {
        try (Directory directory = newDirectory();
                IndexWriter writer = new IndexWriter(directory, config())) {
            for (Text text : texts) {
                writer.addDocument(text.indexed());
                if (random().nextInt(5) == 0) {
                    writer.flush();
                }
            }
            for (int gone = 0; gone < DOCUMENTS; gone++) {
                for (Verify verify : Verify.values()) {
                    for (Method method : Method.values()) {
                        assertKept(writer, gone, verify, method);
                    }
                }
                writer.deleteDocuments(
                        new Term(LocalShard.ID, id("a", gone)),
                        new Term(LocalShard.ID, id("b", gone)));
            }
            assertEquals(0, run(writer, Verify.EXACT, Method.STAR).counts().get(Count.DOCUMENTS));
        }
    }

    private void assertKept(IndexWriter writer, int gone, Verify verify, Method method)
            throws IOException {
        JobAnswer run = run(writer, verify, method);
        int left = DOCUMENTS - gone;
        assertEquals(2 * left, run.counts().get(Count.DOCUMENTS));
        if (left == 1) {
            assertEquals(List.of(), run.groups());
            assertEquals(0, run.counts().get(Count.BUCKETS));
            return;
        }
        assertEquals(left, run.counts().get(Count.LARGEST_BUCKET));
        assertEquals(2L * left, run.counts().get(Count.DOCUMENTS_IN_GROUPS));
        assertEquals(left * (left - 1L), run.counts().get(Count.VERIFIED_PAIRS));
        for (int group = 0; group < 2; group++) {
            String family = group == 0 ? "a" : "b";
            List<String> ids = new ArrayList<>();
            ids.add(run.groups().get(group).keeper().id());
            run.groups().get(group).members().forEach(each -> ids.add(each.document().id()));
            List<String> expected = new ArrayList<>();
            for (int i = gone; i < DOCUMENTS; i++) {
                expected.add(id(family, i));
            }
            assertEquals(expected, ids);
        }
    }

    private static JobAnswer run(IndexWriter writer, Verify verify, Method method)
            throws IOException {
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
            LocalShard shard = new LocalShard(
                    "all", reader, Everything.QUERY, SCHEME);
            return JobAnswer.of(
                    List.of(shard), SCHEME,
                    new GroupsOptions(0.5, BandRows.MOST, verify, method, Keep.LONGEST, 2, 1_000,
                            true));
        }
    }

    private static List<Text> texts() {
        TextSketcher sketcher = new TextSketcher(
                LocalShard.FIELD, new WhitespaceAnalyzer(), SCHEME);
        List<Text> texts = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            texts.add(text(sketcher, id("a", i), "one two three four five six"));
            texts.add(text(sketcher, id("b", i), "seven eight nine ten eleven twelve"));
        }
        return texts;
    }

    private static Text text(TextSketcher sketcher, String id, String value) {
        return new Text("all", id, null, "tag", new Sample(sketcher, value));
    }

    private static String id(String family, int number) {
        return family + (char) ('a' + number);
    }

    /** Nothing is merged away. */
    private static IndexWriterConfig config() {
        return new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec())
                .setMergePolicy(NoMergePolicy.INSTANCE);
    }
}
