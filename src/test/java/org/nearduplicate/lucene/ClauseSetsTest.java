package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.sets.ShareOf;

/** Clauses of one search make each set once, and none of another search; what they keep is charged. */
public class ClauseSetsTest extends LuceneTestCase {

    private static final int BYTES = 10;
    private static final TextSketcher SKETCHER = new TextSketcher(
            "field", new NearDuplicateAnalyzer(), Schemes.words(1, 48, 8, 6));

    /** The documents whose sets were made, in that order. */
    private final List<Integer> made = new ArrayList<>();
    private final AtomicLong charged = new AtomicLong();

    private EmptySegments index;
    private Sample sample;
    private double minSimilarity = 0.5;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        index = new EmptySegments(2, 20);
        sample = new Sample(SKETCHER, "one two three four five six");
    }

    @Override
    public void tearDown() throws Exception {
        index.close();
        super.tearDown();
    }

    public void testJoinedClausesMakeOneSet() throws IOException {
        ClauseSets should = sets("a");
        ClauseSets nested = sets("a");
        ClauseSets mustNot = sets("a");
        ClauseSets share = sets("a");
        join(
                new BooleanQuery.Builder()
                        .add(clause(should), Occur.SHOULD)
                        .add(new DisjunctionMaxQuery(List.of(clause(nested)), 0), Occur.MUST)
                        .add(clause(mustNot), Occur.MUST_NOT)
                        .add(shareClause(share), Occur.SHOULD)
                        .build());
        for (ClauseSets clause : List.of(should, nested, mustNot, share)) {
            assertSets(0, clause, 1, 5, 9);
            assertSets(1, clause, 1);
        }
        assertEquals(List.of(1, 5, 9, 1), made);
        assertEquals(4 * (100 + BYTES), charged.get());
    }

    public void testAClauseAloneKeepsNothing() throws IOException {
        ClauseSets alone = sets("a");
        ClauseSets ofAnotherField = sets("b");
        assertFalse(join(
                new BooleanQuery.Builder()
                        .add(clause(alone), Occur.SHOULD)
                        .add(clause(ofAnotherField), Occur.SHOULD)
                        .build()));
        assertSets(0, alone, 3);
        assertSets(0, alone, 3);
        assertSets(0, ofAnotherField, 3);
        assertEquals(List.of(3, 3, 3), made);
        assertEquals(0, charged.get());
    }

    public void testClausesOfTwoFields() throws IOException {
        List<ClauseSets> clauses = new ArrayList<>();
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (int i = 0; i < 6; i++) {
            clauses.add(sets(i % 2 == 0 ? "a" : "b"));
            query.add(clause(clauses.get(i)), Occur.SHOULD);
        }
        join(query.build());
        for (ClauseSets clause : clauses) {
            assertSets(0, clause, 3);
        }
        assertEquals(List.of(3, 3), made);
    }

    public void testWithoutMemoryEachMakesItsOwn() throws IOException {
        ClauseSets one = sets("a");
        ClauseSets two = sets("a");
        ClauseSets.join(query(one, two), bytes -> {
            throw new IllegalStateException("full");
        });
        assertSets(0, one, 3);
        assertSets(0, two, 3);
        assertEquals(List.of(3, 3), made);
    }

    /** What was charged for the first run was given back after it. */
    public void testAnotherRunStartsAnew() throws IOException {
        ClauseSets one = sets("a");
        ClauseSets two = sets("a");
        Query query = query(one, two);
        assertTrue(join(query));
        assertSets(0, two, 3);
        AtomicLong again = new AtomicLong();
        ClauseSets.join(query, again::addAndGet);
        assertSets(0, one, 3, 4);
        assertSets(0, two, 3, 4);
        assertEquals(List.of(3, 3, 4), made);
        assertEquals(100 + BYTES, charged.get());
        assertEquals(2 * (100 + BYTES), again.get());
    }

    private boolean join(Query query) {
        return ClauseSets.join(query, charged::addAndGet);
    }

    private Query query(ClauseSets one, ClauseSets two) {
        return new BooleanQuery.Builder()
                .add(clause(one), Occur.SHOULD)
                .add(clause(two), Occur.SHOULD)
                .build();
    }

    private Query clause(ClauseSets sets) {
        // A BooleanQuery takes equal clauses for one.
        minSimilarity = Math.nextUp(minSimilarity);
        return sample.queryBySets("field", sets, minSimilarity);
    }

    private Query shareClause(ClauseSets sets) {
        return NearDuplicateQuery.bySampledShingles(
                "field", new SoughtContainment(ShareOf.LIKE, 0.5, 0.9), new long[] {1, 2},
                sample.sketcher().shingles(sample.values(), JobMonitor.NONE), sets);
    }

    private ClauseSets sets(String name) {
        return new ClauseSets(new Sets(name));
    }

    private void assertSets(int segment, ClauseSets clause, int... docs) throws IOException {
        DocumentSource.Reader<BytesRef> reader =
                clause.open(index.reader().leaves().get(segment), false);
        for (int doc : docs) {
            assertEquals(EmptySegments.set(segment, doc, BYTES), reader.read(doc));
        }
    }

    /** Makes sets; equal to others of its name. */
    private final class Sets implements DocumentSource<BytesRef> {

        private final String name;

        Sets(String name) {
            this.name = name;
        }

        @Override
        public Reader<BytesRef> open(LeafReaderContext segment, boolean dense) {
            return doc -> {
                made.add(doc);
                return EmptySegments.set(segment.ord, doc, BYTES);
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
