package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

public class KeptSetsTest extends LuceneTestCase {

    private static final int SEGMENTS = 3;

    private final List<String> made = new ArrayList<>();
    private final AtomicLong charged = new AtomicLong();

    public void testEachSetIsMadeOnce() throws IOException {
        int documents = 5;
        inIndex(documents, reader -> {
            KeptSets sets = new KeptSets(source(documents), charged::addAndGet);
            for (int query = 0; query < 3; query++) {
                for (LeafReaderContext segment : reader.leaves()) {
                    DocumentSource.Reader<BytesRef> ofSegment = sets.open(segment, false);
                    for (int doc = 0; doc < documents; doc++) {
                        assertEquals(EmptySegments.set(segment.ord, doc, documents),
                                ofSegment.read(doc));
                    }
                }
            }
            assertEquals(SEGMENTS * documents, made.size());
            assertEquals(SEGMENTS * documents, made.stream().distinct().count());
            assertEquals((100 + documents) * made.size(), charged.get());
        });
    }

    public void testWhatDoesNotFitIsMadeAgain() throws IOException {
        int length = 5 << 20;
        inIndex(4, reader -> {
            KeptSets sets = new KeptSets(source(length), charged::addAndGet);
            DocumentSource.Reader<BytesRef> first = sets.open(reader.leaves().getFirst(), false);
            for (int query = 0; query < 2; query++) {
                for (int doc = 0; doc < 4; doc++) {
                    assertEquals(EmptySegments.set(0, doc, length), first.read(doc));
                }
            }
            assertEquals(List.of("0/0", "0/1", "0/2", "0/3", "0/3"), made);
            assertEquals(3 * (100L + length), charged.get());
        });
    }

    /** As a highlighter opens it: the second segment has documents of the same numbers as the first. */
    public void testASegmentThatStandsAlone() throws IOException {
        inIndex(2, reader -> {
            KeptSets sets = new KeptSets(source(10), charged::addAndGet);
            sets.open(reader.leaves().getFirst(), false).read(1);
            LeafReaderContext alone = reader.leaves().get(1).reader().getContext();
            sets.open(alone, false).read(1);
            assertEquals(List.of("0/1", "0/1"), made);
            assertEquals(110, charged.get());
        });
    }

    public void testNoMoreIsAskedForAfterARefusal() throws IOException {
        inIndex(4, reader -> {
            KeptSets sets = new KeptSets(source(10), bytes -> {
                if (charged.addAndGet(bytes) > 2 * 110) {
                    throw new IllegalStateException("full");
                }
            });
            DocumentSource.Reader<BytesRef> first = sets.open(reader.leaves().getFirst(), false);
            for (int query = 0; query < 2; query++) {
                for (int doc = 0; doc < 4; doc++) {
                    assertEquals(EmptySegments.set(0, doc, 10), first.read(doc));
                }
            }
            assertEquals(List.of("0/0", "0/1", "0/2", "0/3", "0/2", "0/3"), made);
            assertEquals("asked three times", 3 * 110, charged.get());
        });
    }

    private DocumentSource<BytesRef> source(int length) {
        return (segment, dense) -> doc -> {
            made.add(segment.ord + "/" + doc);
            return EmptySegments.set(segment.ord, doc, length);
        };
    }

    private interface Work {

        void with(DirectoryReader reader) throws IOException;
    }

    private static void inIndex(int documents, Work work) throws IOException {
        try (EmptySegments index = new EmptySegments(SEGMENTS, documents)) {
            work.with(index.reader());
        }
    }
}
