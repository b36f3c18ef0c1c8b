package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHasher;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ThreadScratch;

/**
 * Replaces the tokens of a text by the band terms of its sketch, one a band, in ascending order. They are for lookups that compare
 * terms whole, so they end after the rows that those take. A text without tokens has no band terms.
 *
 * <p>Each band term takes a position of its own, so that a {@code match} query counts them one by one
 * for {@code minimum_should_match}, and covers the whole text. Tokens count in the order of the
 * stream; gaps and stacked tokens (stop words, synonyms) are not seen.
 */
public final class MinHashBandsFilter extends TokenFilter {

    /** The token type of band terms. */
    public static final String TYPE = "minhash_band";

    private final Scheme scheme;
    private final int rows;

    /** Its own, since the input may hold a filter of the same scheme. */
    private final ShingleHasher shingleHasher;

    private final KeyTermStream terms = new KeyTermStream(this);

    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final PositionLengthAttribute length = addAttribute(PositionLengthAttribute.class);
    private final TypeAttribute type = addAttribute(TypeAttribute.class);

    /** The state at the end of the input, once that was read; a stream is ended only once. */
    private State end;

    private int endOffset;

    /**
     * @param scheme how they are sketched
     * @param rows the first rows of each band after which its term ends, the bits of the others are 0
     */
    public MinHashBandsFilter(TokenStream input, Scheme scheme, int rows) {
        super(input);
        this.rows = rows;
        this.scheme = scheme;
        this.shingleHasher = new ShingleHasher(scheme);
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        end = null;
        terms.begin();
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (end == null) {
            consume();
        }
        if (terms.incrementToken() == false) {
            return false;
        }
        offset.setOffset(0, endOffset);
        length.setPositionLength(1);
        type.setType(TYPE);
        return true;
    }

    @Override
    public void end() throws IOException {
        if (end == null) {
            super.end();
        } else {
            restoreState(end);
        }
    }

    private void consume() throws IOException {
        ThreadScratch scratch = ThreadScratch.get();
        ShingleHashes hashes = scratch.takeHashes();
        try {
            TextSketcher.shingle(input, shingleHasher, hashes);
            input.end();
            end = captureState();
            endOffset = offset.endOffset();
            if (hashes.isEmpty() == false) {
                long[] keys = scratch.sketch(scheme, hashes).keys();
                Arrays.setAll(keys, band -> BandRows.first(keys[band], rows));
                terms.begin(keys);
            }
        } finally {
            scratch.giveBack(hashes);
        }
    }
}
