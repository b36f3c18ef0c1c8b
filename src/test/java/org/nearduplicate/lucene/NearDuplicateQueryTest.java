package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.sets.SampledShingles;
import org.nearduplicate.sketch.sets.ShareOf;
import org.nearduplicate.sketch.sets.ShingleSet;

/** Identity and text form of the query object. */
public class NearDuplicateQueryTest extends LuceneTestCase {

    private static final String FIELD = "near";
    private static final String TEXT = "one two three four five";

    private final Sample sample = sample(4, TEXT);

    public void testEqualTextsAreEqualQueries() {
        for (boolean exact : new boolean[] {false, true}) {
            Query query = sample.query(FIELD, exact, 0.5);
            QueryUtils.check(query);
            QueryUtils.checkEqual(query, sample(4, TEXT).query(FIELD, exact, 0.5));
            QueryUtils.checkEqual(
                    query, sample(4, "four five", TEXT, TEXT).query(FIELD, exact, 0.5));
        }
    }

    public void testEveryComponentIsPartOfTheIdentity() throws IOException {
        List<Query> queries = new ArrayList<>();
        for (boolean exact : new boolean[] {false, true}) {
            queries.add(sample.query(FIELD, exact, 0.5));
            queries.add(sample.query(FIELD, exact, 0.5).ofEveryDocument());
            queries.add(sample.query("far", exact, 0.5));
            queries.add(sample.query("far", exact, 0.5).ofEveryDocument());
            queries.add(sample.query(FIELD, exact, 0.6));
            queries.add(sample(4, "six seven eight").query(FIELD, exact, 0.5));
            queries.add(sample(8, TEXT).query(FIELD, exact, 0.5));
            queries.add(sample.query(FIELD, exact, 0.5)
                    .limitBuckets(new IndexSearcher(new MultiReader()), -1));
        }
        // They leave the same of the text.
        queries.add(sample.ignoring(List.of("alpha beta gamma")).query(FIELD, true, 0.5));
        queries.add(sample.ignoring(List.of("delta epsilon zeta")).query(FIELD, true, 0.5));
        for (Verified verified : Verified.values()) {
            for (ShareOf of : List.of(ShareOf.LIKE, ShareOf.DOCUMENT)) {
                queries.add(share(TEXT, of, .5, .9, verified));
                queries.add(share(TEXT, of, .6, .9, verified));
                queries.add(share("alpha beta gamma delta epsilon zeta eta theta iota", of, .5, .9,
                        verified));
                queries.add(
                        share(TEXT, of, .5, .9, verified)
                                .limitBuckets(new IndexSearcher(new MultiReader()), -1));
            }
        }
        for (Query query : queries) {
            for (Query another : queries) {
                if (query != another) {
                    QueryUtils.checkUnequal(query, another);
                }
            }
        }
    }

    public void testWhatIsIgnoredIsNoPartOfTheShingles() {
        Sample ignoring = sample.ignoring(List.of(TEXT, "alpha beta gamma"));
        NearDuplicateQuery query = ignoring.query(FIELD, true, 0.5);
        QueryUtils.check(query);
        QueryUtils.checkEqual(query, ignoring.query(FIELD, true, 0.5));
        assertEquals(
                Optional.of(ShingleSet.EMPTY),
                query.shingles(sample.sketcher(), JobMonitor.NONE));
        assertTrue(query.ramBytesUsed() > sample.query(FIELD, true, 0.5).ramBytesUsed());
        String form = query.toString();
        assertTrue(form, form.contains("BySets[union of set of 0 shingles, 6 ignored]"));
    }

    public void testTextForm() {
        Query bySignature = sample.query(FIELD, false, 0.5);
        Query exact = sample.query(FIELD, true, 0.5);
        assertEquals(
                "near:near_duplicate("
                        + "BySignature[signature=signature of 4 shingles in 16 components of 8 bits], "
                        + "4 bands of 2 rows, \u2265 0.5)",
                bySignature.toString());
        assertEquals(
                "near_duplicate(BySets[union of set of 4 shingles], 4 bands of 2 rows, \u2265 0.5)",
                exact.toString(FIELD));
        assertEquals(
                "near_duplicate(BySampledShingles[share=SoughtContainment[of=LIKE, least=0.5, recall=0.9], sampled=1,"
                        + " sets=BySets[like of set of 4 shingles by texts]], 1 of 1 sampled shingles,"
                        + " \u2265 0.5)",
                share(TEXT, ShareOf.LIKE, .5, .9, Verified.BY_TEXTS).toString(FIELD));
        assertEquals(bySignature.toString(), sample(4, TEXT).query(FIELD, false, 0.5).toString());
    }

    /** A query by signature makes the shingles from its texts, in which it is equal to one without. */
    public void testKnowsTheShinglesOfItsTexts() throws IOException {
        TextSketcher sketcher = sample.sketcher();
        NearDuplicateQuery bySignature = sample.query(FIELD, false, 0.5);
        assertEquals(Optional.empty(), bySignature.shingles(sketcher, JobMonitor.NONE));
        NearDuplicateQuery remembering = bySignature.with(any -> () -> {}, List.of(TEXT));
        QueryUtils.checkEqual(bySignature, remembering);
        assertTrue(remembering.ramBytesUsed() > bySignature.ramBytesUsed());
        NearDuplicateQuery exact = sample.query(FIELD, true, 0.5);
        assertEquals(
                exact.ramBytesUsed(), exact.with(any -> () -> {}, List.of(TEXT)).ramBytesUsed());
        Optional<ShingleSet> expected = exact.shingles(sketcher, JobMonitor.NONE);
        assertEquals(4, expected.orElseThrow().size());
        for (NearDuplicateQuery query : List.of(
                remembering,
                remembering.limitBuckets(new IndexSearcher(new MultiReader()), -1),
                remembering.ofEveryDocument())) {
            assertEquals(expected, query.shingles(sketcher, JobMonitor.NONE));
        }
    }

    /** A cache keeps the query of a weight. */
    public void testAWeightLeadsToNoTexts() throws IOException {
        IndexSearcher searcher = new IndexSearcher(new MultiReader());
        NearDuplicateQuery query = sample.query(FIELD, false, 0.5);
        NearDuplicateQuery kept = (NearDuplicateQuery) query.with(any -> () -> {}, List.of(TEXT))
                .createWeight(searcher, ScoreMode.COMPLETE, 1)
                .getQuery();
        assertEquals(query.ramBytesUsed(), kept.ramBytesUsed());
    }

    public void testVisitedAsALeafOfItsField() {
        List<Query> leaves = new ArrayList<>();
        Query query = sample.query(FIELD, false, 0.5);
        query.visit(visitor(Set.of(FIELD), leaves));
        query.visit(visitor(Set.of("far"), leaves));
        assertEquals(1, leaves.size());
        assertSame(query, leaves.getFirst());
    }

    /** By it Elasticsearch decides whether a cached result may be used for a caller. */
    public void testExactIsNoLeafWhereTheShinglesAreHidden() {
        List<Query> leaves = new ArrayList<>();
        NearDuplicateQuery query = sample.query(FIELD, true, 0.5);
        Query ofEveryDocument = query.ofEveryDocument();
        for (Query each : List.of(query, ofEveryDocument)) {
            each.visit(visitor(Set.of(FIELD), leaves));
            each.visit(visitor(Set.of(FIELD + "._shingles"), leaves));
        }
        assertEquals(List.of(), leaves);
        query.visit(visitor(Set.of(FIELD, FIELD + "._shingles"), leaves));
        ofEveryDocument.visit(visitor(Set.of(FIELD, FIELD + "._shingles"), leaves));
        assertEquals(List.of(query, ofEveryDocument), leaves);
    }

    public void testAShareIsNoLeafWhereTheSampledShinglesAreHidden() {
        List<Query> leaves = new ArrayList<>();
        for (Verified verified : Verified.values()) {
            Query query = share(TEXT, ShareOf.LIKE, .5, .9, verified);
            query.visit(visitor(Set.of(FIELD, FIELD + "._shingles"), leaves));
            query.visit(visitor(Set.of(FIELD + "._prints", FIELD + "._shingles"), leaves));
            assertEquals(List.of(), leaves);
            query.visit(
                    visitor(Set.of(FIELD, FIELD + "._prints", FIELD + "._shingles"), leaves));
            assertEquals(List.of(query), leaves);
            leaves.clear();
        }
        Query exact = share(TEXT, ShareOf.LIKE, .5, .9, Verified.BY_STORED_SETS);
        exact.visit(visitor(Set.of(FIELD, FIELD + "._prints"), leaves));
        assertEquals(List.of(), leaves);
    }

    public void testMinimumHasBounds() {
        for (double min : new double[] {0, -0.1, 1.001, Double.NaN, Double.POSITIVE_INFINITY}) {
            for (boolean exact : new boolean[] {false, true}) {
                IllegalArgumentException e = expectThrows(
                        IllegalArgumentException.class, () -> sample.query(FIELD, exact, min));
                assertEquals(
                        "[min_similarity] must be a number in (0,1], got [" + min + "]",
                        e.getMessage());
            }
        }
    }

    public void testNothingInAnIndexWithoutTheField() throws IOException {
        IndexSearcher searcher = new IndexSearcher(new MultiReader());
        assertEquals(0, searcher.count(sample.query(FIELD, false, 0.5)));
    }

    private static Sample sample(int bands, String... values) {
        return new Sample(
                new TextSketcher(
                        FIELD, new WhitespaceAnalyzer(), Schemes.words(2, 16, bands, 2)),
                values);
    }

    /** Of the four shingles of the usual text one is a sampled shingle. */
    private static NearDuplicateQuery share(
            String text, ShareOf of, double least, double recall, Verified verified) {
        return sample(4, text)
                .queryForShare(FIELD, new SoughtContainment(of, least, recall),
                        new SampledShingles(2), verified);
    }

    private static QueryVisitor visitor(Set<String> fields, List<Query> leaves) {
        return new QueryVisitor() {
            @Override
            public boolean acceptField(String each) {
                return fields.contains(each);
            }

            @Override
            public void visitLeaf(Query query) {
                leaves.add(query);
            }
        };
    }
}
