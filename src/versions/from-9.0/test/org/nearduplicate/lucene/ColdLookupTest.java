package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.store.SerialIOCountingDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.sketch.BandRows;

/** Terms are read from a disk together, and only there: counted by Lucene's directory that counts waiting reads. */
public class ColdLookupTest extends LuceneTestCase {

    private static final String FIELD = "bucket";

    /** So many that no two of those sought are on pages that are read together: 4,000 take some 40 kB. */
    private static final int TERMS = 128_000;

    private static final int SOUGHT = 32;

    /** Bits that keys leave unused. */
    private static final int KEY_BITS = 17;

    /** The keys are the same in each run: at the ends of blocks are more reads, with other keys up to 15 and not 8. */
    public void testSeeksThatWaitAreFollowedByOthersTogether() throws IOException {
        long[] keys = LongStream.generate(new SplittableRandom(1)::nextLong)
                .map(key -> key >>> KEY_BITS)
                .limit(TERMS)
                .distinct()
                .sorted()
                .toArray();
        for (int rows = 4; rows <= BandRows.MOST; rows++) {
            AtomicLong time = new AtomicLong();
            long together =
                    waitingReads(keys, rows, () -> time.addAndGet(TimeUnit.SECONDS.toNanos(1)));
            long inTurn = waitingReads(keys, rows, () -> 0);
            assertTrue(inTurn + " reads waited for", inTurn >= SOUGHT);
            assertTrue(together + " reads waited for", together <= SOUGHT / 4);
        }
    }

    private static long waitingReads(long[] keys, int rows, LongSupplier clock)
            throws IOException {
        try (SerialIOCountingDirectory directory =
                new SerialIOCountingDirectory(FSDirectory.open(createTempDir()))) {
            IndexWriterConfig config = new IndexWriterConfig()
                    .setCodec(TestUtil.getDefaultCodec())
                    .setUseCompoundFile(false);
            try (IndexWriter writer = new IndexWriter(directory, config)) {
                Document document = new Document();
                TermKeys terms = TermKeys.whole(keys);
                for (int i = 0; i < terms.count(); i++) {
                    document.add(new StringField(FIELD, terms.first(i), Store.NO));
                }
                writer.addDocument(document);
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                LeafReader segment = getOnlyLeafReader(reader);
                long[] sought = IntStream.range(0, SOUGHT)
                        .mapToLong(i -> keys[i * (keys.length / SOUGHT)])
                        .toArray();
                TermKeys terms = TermKeys.ofRows(sought, rows);
                long before = directory.count();
                assertTrue(
                        BandLookup.seek(segment, FIELD, terms, () -> {}, clock).cost() >= SOUGHT);
                return directory.count() - before;
            }
        }
    }
}
