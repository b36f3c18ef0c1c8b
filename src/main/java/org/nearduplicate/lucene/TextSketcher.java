package org.nearduplicate.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.nearduplicate.analysis.TokenSpaces;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHasher;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.ThreadScratch;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * The one way from a text to its sketch, for documents and for queries alike. Safe to share between threads; each works with
 * its own {@link ThreadScratch}.
 *
 * @param field the field name that the analyzer gets
 * @param analyzer gives the tokens
 * @param scheme how they are sketched
 */
public record TextSketcher(String field, Analyzer analyzer, Scheme scheme) {

    /** Checks that nothing is null. */
    public TextSketcher {
        Objects.requireNonNull(field);
        Objects.requireNonNull(analyzer);
        Objects.requireNonNull(scheme);
    }

    /** Appends the shingle hashes of one text; one without tokens adds nothing. */
    public void shingle(String text, ShingleHashes hashes) {
        try (TokenStream tokens = tokens(text)) {
            tokens.reset();
            shingle(tokens, ThreadScratch.get().shingleHasher(scheme), hashes);
            tokens.end();
        } catch (IOException e) {
            throw new UncheckedIOException("analysis of a text in memory failed", e);
        }
    }

    /**
     * Returns the shingle set of texts, {@link ShingleSet#EMPTY} if none of them has tokens.
     *
     * @param budget is charged for the hashes of long texts meanwhile
     */
    public ShingleSet shingles(List<String> texts, MemoryBudget budget) {
        ShingleHashes hashes = new ShingleHashes(budget);
        try {
            texts.forEach(text -> shingle(text, hashes));
            return hashes.isEmpty() ? ShingleSet.EMPTY : ShingleSet.of(hashes);
        } finally {
            hashes.clear();
        }
    }

    /** Returns the tokens of the shingles of a text, to be used and closed by this thread before it analyzes another text. */
    public TokenStream tokens(String text) {
        return analyzer.tokenStream(field, text);
    }

    /** Sketches the shingle hashes of a document, at least one. */
    public Sketch sketch(ShingleHashes hashes) {
        return ThreadScratch.get().sketch(scheme, hashes);
    }

    /** Appends the shingle hashes of a stream that was reset, up to its last token. */
    static void shingle(TokenStream tokens, ShingleHasher hasher, ShingleHashes hashes)
            throws IOException {
        CharTermAttribute token = tokens.getAttribute(CharTermAttribute.class);
        TokenSpaces spaces = new TokenSpaces(tokens, hasher.joinsTokens());
        hasher.beginValue();
        while (tokens.incrementToken()) {
            hasher.addToken(token, spaces.takeNext(), hashes);
        }
        hasher.endValue(hashes);
    }
}
