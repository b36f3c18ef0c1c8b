package org.nearduplicate.benchmark.query;

import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.sketch.Sketch;

/**
 * The forms that a query for the near duplicates of a text can have. Those of Lucene's find the
 * candidates by a query that need not compute scores, and rescore them.
 *
 * @param terms the band terms that all of them look up
 * @param ours ours, by signatures
 * @param byTexts ours as it is by default, which reads texts
 * @param booleanQuery a clause for each band term
 * @param termInSet all band terms in one
 */
record Forms(
        BytesRef[] terms, Query ours, Query byTexts, Query booleanQuery, Query termInSet) {

    /**
     * @param texts gives the texts of the documents
     */
    static Forms of(String text, DocumentSource<List<String>> texts) {
        Sketch sketch = Sketches.sketch(text);
        BytesRef[] terms = Sketches.bandTerms(sketch);
        BooleanQuery.Builder clauses = new BooleanQuery.Builder();
        for (BytesRef term : terms) {
            clauses.add(new TermQuery(new Term(QueryIndex.BANDS, term)), Occur.SHOULD);
        }
        SignatureSimilarity similarity = new SignatureSimilarity(sketch);
        return new Forms(
                terms,
                Sketches.query(sketch),
                Sketches.queryByTexts(text, texts),
                new FunctionScoreQuery(clauses.build(), similarity),
                new FunctionScoreQuery(
                        new TermInSetQuery(QueryIndex.BANDS, List.of(terms)), similarity));
    }

    /** Returns the same with a filter. */
    Forms filtered(Query filter) {
        return new Forms(
                terms,
                filtered(ours, filter),
                filtered(byTexts, filter),
                filtered(booleanQuery, filter),
                filtered(termInSet, filter));
    }

    private static Query filtered(Query query, Query filter) {
        return new BooleanQuery.Builder()
                .add(query, Occur.MUST)
                .add(filter, Occur.FILTER)
                .build();
    }
}
