package org.nearduplicate.benchmark.query;

import java.util.ArrayList;
import java.util.List;
import org.nearduplicate.benchmark.corpus.Clusters;
import org.nearduplicate.benchmark.corpus.Corpus;

/**
 * The texts of an index and of its queries: unlike ones, and among them, scattered, families of near
 * duplicates of query texts that are not in the index themselves.
 */
final class QueryTexts {

    /** The query texts with a family of near duplicates, and as many with none. */
    static final int FAMILIES = 256;

    /** The near duplicates in such a family. */
    static final int NEAR_DUPLICATES = 10;

    /** The candidates of one more query text. */
    static final int CANDIDATES = 10_000;

    private static final int RARE = 100;
    private static final int BOILERPLATE_WORDS = 84;

    /** A prime, so that multiples of it scatter. */
    private static final int STRIDE = 514_229;

    private final Corpus corpus;
    private final List<String> planted = new ArrayList<>();

    /**
     * @param seed what all texts depend on
     * @param documents how many the index has
     */
    QueryTexts(long seed, int documents) {
        this.corpus = new Corpus(seed, Corpus.MEDIAN_WORDS, new Clusters(documents, 0));
    }

    /** Makes what is planted. */
    void plant() {
        for (int family = 0; family < FAMILIES; family++) {
            Planted versions = new Planted(withFamily(family));
            planted.addAll(
                    versions.nearDuplicates(
                            NEAR_DUPLICATES, corpus.random(Integer.MAX_VALUE + 1L + family)));
        }
        Planted versions = new Planted(withCandidates());
        planted.addAll(versions.candidates(CANDIDATES, corpus.random(Integer.MAX_VALUE)));
    }

    /** Returns the text of a document. */
    String document(int document) {
        int place = place(document);
        return place < planted.size() ? planted.get(place) : corpus.text(document);
    }

    /** Tells whether a document is among the hundredth that the filter leaves; one of a family is. */
    boolean isRare(int document) {
        int place = place(document);
        return place < FAMILIES * NEAR_DUPLICATES
                ? place % NEAR_DUPLICATES == 0
                : place % RARE == 0;
    }

    /** Returns a query text that has near duplicates. */
    String withFamily(int family) {
        return corpus.text(corpus.size() + family);
    }

    /** Returns a query text that nothing is similar to. */
    String stranger(int number) {
        return corpus.text(corpus.size() + FAMILIES + 1 + number);
    }

    /** Returns the query text with many candidates. */
    String withCandidates() {
        return String.join(
                " ", corpus.words(corpus.random(corpus.size() + FAMILIES), Corpus.MEDIAN_WORDS));
    }

    /** Returns a text of which seven tenths are those of the one with many candidates. */
    String withBoilerplate(int number) {
        String[] words = withCandidates().split(" ");
        String[] own = corpus.words(corpus.random(-1L - number), words.length);
        System.arraycopy(own, 0, words, BOILERPLATE_WORDS, words.length - BOILERPLATE_WORDS);
        return String.join(" ", words);
    }

    private int place(int document) {
        return (int) ((long) document * STRIDE % corpus.size());
    }
}
