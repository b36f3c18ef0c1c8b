package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Clauses of one search make each set of a segment once, and never that of another search. */
public class ClauseSetsTest extends LuceneTestCase {

    private static final int DOCUMENTS = 20;

    /** The documents whose sets were made, in that order. */
    private final List<Integer> made = new ArrayList<>();

    private EmptySegments index;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        index = new EmptySegments(2, DOCUMENTS);
    }

    @Override
    public void tearDown() throws Exception {
        index.close();
        super.tearDown();
    }

    public void testOneSetForAllClauses() throws IOException {
        List<DocumentSource.Reader<BytesRef>> clauses = new ArrayList<>();
        for (int clause = 0; clause < 3; clause++) {
            clauses.add(open(0, new Sets("a", 10)));
        }
        for (DocumentSource.Reader<BytesRef> clause : clauses) {
            for (int doc : new int[] {1, 5, 9}) {
                assertEquals(EmptySegments.set(0, doc, 10), clause.read(doc));
            }
        }
        assertEquals(List.of(1, 5, 9), made);
    }

    /** As titles and bodies in turn have. */
    public void testClausesOfTwoFields() throws IOException {
        List<DocumentSource.Reader<BytesRef>> clauses = new ArrayList<>();
        for (int clause = 0; clause < 6; clause++) {
            clauses.add(open(0, new Sets(clause % 2 == 0 ? "a" : "b", 10 + clause % 2)));
        }
        for (int clause = 0; clause < 6; clause++) {
            assertEquals(EmptySegments.set(0, 3, 10 + clause % 2), clauses.get(clause).read(3));
        }
        assertEquals(List.of(3, 3), made);
    }

    /** A reader is for one thread. */
    public void testAnotherThread() throws Exception {
        DocumentSource.Reader<BytesRef> here = open(0, new Sets("a", 10));
        assertSame(here, open(0, new Sets("a", 10)));
        FutureTask<DocumentSource.Reader<BytesRef>> there =
                new FutureTask<>(() -> open(0, new Sets("a", 10)));
        Thread thread = new Thread(there);
        thread.start();
        assertNotSame(here, there.get());
        thread.join();
    }

    /** The reader of sets goes forward only, which {@link Sets} checks. */
    public void testClausesThatGoBack() throws IOException {
        DocumentSource.Reader<BytesRef> one = open(0, new Sets("a", 10));
        DocumentSource.Reader<BytesRef> two = open(0, new Sets("a", 10));
        for (int doc : new int[] {4, 8}) {
            assertEquals(EmptySegments.set(0, doc, 10), one.read(doc));
        }
        for (int doc : new int[] {2, 4, 6, 8, 10}) {
            assertEquals(EmptySegments.set(0, doc, 10), two.read(doc));
        }
        assertEquals(List.of(4, 8, 2, 6, 10), made);
    }

    public void testOtherSetsAndOtherSegmentsAreNotShared() throws IOException {
        List<DocumentSource.Reader<BytesRef>> all = List.of(
                open(0, new Sets("a", 10)), open(1, new Sets("a", 10)),
                open(1, new Sets("b", 11)));
        assertEquals(EmptySegments.set(0, 3, 10), all.get(0).read(3));
        assertEquals(EmptySegments.set(1, 3, 10), all.get(1).read(3));
        assertEquals(EmptySegments.set(1, 3, 11), all.get(2).read(3));
        assertEquals(List.of(3, 3, 3), made);
        try (DirectoryReader again = index.again()) {
            DocumentSource.Reader<BytesRef> last = open(0, new Sets("a", 10));
            last.read(7);
            new ClauseSets(new Sets("a", 10)).open(again.leaves().get(0), false).read(7);
            assertEquals(List.of(3, 3, 3, 7, 7), made);
        }
    }

    public void testOldSetsGoAndLargeOnesAreNotKept() throws IOException {
        int eighth = ClauseSets.MAX_BYTES / 8 - KeptSets.BYTES_OF_SET;
        DocumentSource.Reader<BytesRef> fits = open(0, new Sets("a", eighth));
        for (int round = 0; round < 2; round++) {
            for (int doc = 0; doc < 8; doc++) {
                fits.read(doc);
            }
        }
        assertEquals(8, made.size());
        fits.read(8);
        fits.read(1);
        assertEquals(9, made.size());
        fits.read(0);
        assertEquals(10, made.size());
        DocumentSource.Reader<BytesRef> large =
                open(1, new Sets("a", ClauseSets.MAX_BYTES / 8 + 1));
        large.read(0);
        large.read(0);
        assertEquals(12, made.size());
    }

    private DocumentSource.Reader<BytesRef> open(int segment, Sets sets) throws IOException {
        return new ClauseSets(sets).open(index.reader().leaves().get(segment), false);
    }

    /** Makes sets of a length; equal to others of its name. */
    private final class Sets implements DocumentSource<BytesRef> {

        private final String name;
        private final int length;

        Sets(String name, int length) {
            this.name = name;
            this.length = length;
        }

        @Override
        public Reader<BytesRef> open(LeafReaderContext segment, boolean dense) {
            int[] last = {-1};
            return doc -> {
                assertTrue(doc + " after " + last[0], doc >= last[0]);
                last[0] = doc;
                made.add(doc);
                return EmptySegments.set(segment.ord, doc, length);
            };
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Sets that && name.equals(that.name);
        }

        @Override
        public int hashCode() {
            return Objects.hash(name);
        }
    }
}
