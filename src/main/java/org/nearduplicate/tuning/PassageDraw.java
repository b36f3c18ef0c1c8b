package org.nearduplicate.tuning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.ShingleUnit;

/**
 * Takes a passage out of a text: as many tokens in a row as make so many shingles, from anywhere. The same text gives the same
 * passage. Belongs to one thread.
 */
final class PassageDraw {

    /** Three numbers of every token of a text, of which there is one in two characters at most; twice while arrays grow. */
    static final long BYTES_PER_CHARACTER = 13;

    private final TextSketcher sketcher;
    private final int units;
    private final ShingleHashes hashes;
    private int[] starts = {};
    private int[] ends = {};
    private int[] lengths = {};
    private int tokens;

    /**
     * @param shingles how many a passage has, or fewer where some of them repeat
     * @param hashes that of this thread for the moment
     */
    PassageDraw(TextSketcher sketcher, int shingles, ShingleHashes hashes) {
        this.sketcher = sketcher;
        this.units = shingles + sketcher.scheme().shingleSize() - 1;
        this.hashes = hashes;
    }

    /** Returns the shingles of a passage of the first of some values that is long enough, or null if none is. */
    ShingleSet draw(List<String> values, SplittableRandom random) {
        for (String value : values) {
            read(value);
            int last = lastStart();
            if (last >= 0) {
                int from = random.nextInt(last + 1);
                return shingles(value.substring(starts[from], ends[lastToken(from)]));
            }
        }
        return null;
    }

    private ShingleSet shingles(String passage) {
        hashes.clear();
        sketcher.shingle(passage, hashes);
        return hashes.isEmpty() ? null : ShingleSet.of(hashes);
    }

    private void read(String value) {
        tokens = 0;
        try (TokenStream stream = sketcher.tokens(value)) {
            OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
            CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                add(offset, term);
            }
            stream.end();
        } catch (IOException e) {
            throw new UncheckedIOException("analysis of a text in memory failed", e);
        }
    }

    private void add(OffsetAttribute offset, CharTermAttribute term) {
        starts = ArrayUtil.grow(starts, tokens + 1);
        ends = ArrayUtil.grow(ends, tokens + 1);
        lengths = ArrayUtil.grow(lengths, tokens + 1);
        starts[tokens] = offset.startOffset();
        ends[tokens] = offset.endOffset();
        lengths[tokens++] = unitsOf(sketcher.scheme(), term);
    }

    /** Between two tokens there is a character too. */
    private static int unitsOf(Scheme scheme, CharTermAttribute term) {
        return scheme.shingleUnit() == ShingleUnit.WORD
                ? 1
                : 1 + Character.codePointCount(term, 0, term.length());
    }

    /** Returns the last token from which there are enough units, or a negative number. */
    private int lastStart() {
        long left = units;
        int start = tokens;
        while (left > 0 && start > 0) {
            left -= lengths[--start];
        }
        return left > 0 ? -1 : start;
    }

    private int lastToken(int from) {
        long left = units;
        int token = from;
        while ((left -= lengths[token]) > 0) {
            token++;
        }
        return token;
    }
}
