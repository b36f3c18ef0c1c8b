package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.tests.store.SerialIOCountingDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Terms are read from a disk together, and only there: counted by Lucene's directory that counts waiting reads. */
public class ColdLookupTest extends LuceneTestCase {

    private static final String FIELD = "bucket";

    /** So many that no two of those sought are on pages that are read together: 4,000 take some 40 kB. */
    private static final int TERMS = 128_000;

    private static final int SOUGHT = 32;

    public void testSeeksThatWaitAreFollowedByOthersTogether() throws IOException {
        String[] terms = Stream.generate(() -> TestUtil.randomSimpleString(random(), 12, 12))
                .limit(TERMS)
                .distinct()
                .sorted()
                .toArray(String[]::new);
        AtomicLong time = new AtomicLong();
        long together =
                waitingReads(terms, () -> time.addAndGet(TimeUnit.SECONDS.toNanos(1)));
        long inTurn = waitingReads(terms, () -> 0);
        assertTrue(inTurn + " reads waited for", inTurn >= SOUGHT);
        assertTrue(together + " reads waited for", together <= SOUGHT / 4);
    }

    private static long waitingReads(String[] terms, LongSupplier clock) throws IOException {
        try (SerialIOCountingDirectory directory =
                new SerialIOCountingDirectory(newFSDirectory(createTempDir()))) {
            IndexWriterConfig config = new IndexWriterConfig()
                    .setCodec(TestUtil.getDefaultCodec())
                    .setUseCompoundFile(false);
            try (IndexWriter writer = new IndexWriter(directory, config)) {
                Document document = new Document();
                for (String term : terms) {
                    document.add(new StringField(FIELD, term, Store.NO));
                }
                writer.addDocument(document);
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                LeafReader segment = getOnlyLeafReader(reader);
                BytesRef[] sought = IntStream.range(0, SOUGHT)
                        .mapToObj(i -> new BytesRef(terms[i * (TERMS / SOUGHT)]))
                        .toArray(BytesRef[]::new);
                long before = directory.count();
                assertEquals(
                        SOUGHT,
                        BandLookup.seek(segment, FIELD, SOUGHT, i -> sought[i], clock).cost());
                return directory.count() - before;
            }
        }
    }
}
