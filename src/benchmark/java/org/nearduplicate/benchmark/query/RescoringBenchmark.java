package org.nearduplicate.benchmark.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.benchmark.Settings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Queries that have hits, beside queries of Lucene's that find the same candidates and rescore them by a
 * function of their doc values: the top 10 hits, in one thread and without a cache.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RescoringBenchmark {

    private static final int TOP = 10;

    /** What a query finds. */
    public enum Case {

        /** Ten near duplicates. */
        NEAR_DUPLICATES,

        /** One of ten near duplicates: a filter leaves a hundredth of all documents. */
        FILTERED,

        /** The most similar of ten thousand candidates. */
        CANDIDATES
    }

    /** The documents of the index. */
    @Param({"250000", "500000", "1000000"})
    public int documents;

    /** What is asked for. */
    @Param
    public Case asked;

    private final StoredTexts stored = new StoredTexts();
    private IndexSearcher searcher;
    private Forms[] queries;
    private int next;

    /** Opens the index, and checks that all forms of a query have the same top hits. */
    @Setup
    public void open() throws IOException {
        QueryTexts texts = new QueryTexts(Settings.read().seed(), documents);
        searcher = QueryIndex.open(documents, texts);
        List<Forms> forms = new ArrayList<>();
        for (int family = 0; family < QueryTexts.FAMILIES; family++) {
            forms.add(switch (asked) {
                case NEAR_DUPLICATES -> Forms.of(texts.withFamily(family), stored);
                case FILTERED -> Forms.of(texts.withFamily(family), stored)
                        .filtered(new TermQuery(QueryIndex.RARE));
                case CANDIDATES -> Forms.of(texts.withCandidates(), stored);
            });
        }
        queries = forms.toArray(Forms[]::new);
        for (Forms each : queries) {
            check(each);
        }
        checkTexts();
    }

    /** Closes the index. */
    @TearDown
    public void close() throws IOException {
        searcher.getIndexReader().close();
    }

    /** Ours. */
    @Benchmark
    public TopDocs ours() throws IOException {
        return search(next().ours());
    }

    /** Ours as it is by default: exact, by the texts of what its signature leaves a chance. */
    @Benchmark
    public TopDocs oursByTexts() throws IOException {
        return search(next().byTexts());
    }

    /** A clause for each band term. */
    @Benchmark
    public TopDocs booleanQuery() throws IOException {
        return search(next().booleanQuery());
    }

    /** All band terms in one clause, which looks them up with one enumerator. */
    @Benchmark
    public TopDocs termInSetQuery() throws IOException {
        return search(next().termInSet());
    }

    /** One enumerator, its lookups and the reading of what they find; no candidate is looked at. */
    @Benchmark
    public int bareLookup() throws IOException {
        TermsEnum enumerator = searcher.getIndexReader().leaves().getFirst().reader()
                .terms(QueryIndex.BANDS).iterator();
        PostingsEnum postings = null;
        int read = 0;
        for (BytesRef term : next().terms()) {
            if (enumerator.seekExact(term)) {
                postings = enumerator.postings(postings, PostingsEnum.NONE);
                while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                    read++;
                }
            }
        }
        return read;
    }

    private Forms next() {
        next = (next + 1) % queries.length;
        return queries[next];
    }

    private TopDocs search(Query query) throws IOException {
        return searcher.search(query, TOP);
    }

    private void check(Forms forms) throws IOException {
        List<String> ours = hits(forms.ours());
        if (ours.size() != (asked == Case.FILTERED ? 1 : TOP)
                || ours.equals(hits(forms.booleanQuery())) == false
                || ours.equals(hits(forms.termInSet())) == false) {
            throw new AssertionError("other hits than " + ours + " of " + forms);
        }
    }

    /** Checks that there are enough among many candidates, and sampled shingles how many texts were read for a query. */
    private void checkTexts() throws IOException {
        int before = stored.read();
        for (Forms each : queries) {
            int found = search(each.byTexts()).scoreDocs.length;
            if (asked == Case.CANDIDATES && found != TOP) {
                throw new AssertionError("only " + found + " hits of " + each);
            }
        }
        System.out.println(
                asked + ": " + (stored.read() - before) / (double) queries.length
                        + " texts read for a query");
    }

    private List<String> hits(Query query) throws IOException {
        List<String> hits = new ArrayList<>();
        for (ScoreDoc hit : search(query).scoreDocs) {
            hits.add(hit.doc + " " + hit.score);
        }
        return hits;
    }
}
