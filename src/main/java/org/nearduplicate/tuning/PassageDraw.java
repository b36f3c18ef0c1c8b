package org.nearduplicate.tuning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.ShingleUnit;

/**
 * Draws a passage of a text: consecutive tokens, from a random place, that make so many shingles. The same text and
 * random numbers give the same passage. Charges its memory, and keeps it for the next text. Not thread-safe.
 */
final class PassageDraw {

    /** What a token takes on the heap, with its place in a list. */
    private static final long BYTES_PER_TOKEN = 48;

    /** For how many tokens the monitor is charged at a time. */
    private static final int TOKENS_CHARGED = 1_024;

    /** A token between two offsets, and the units of shingles that it has. */
    private record Token(int start, int end, int units) {}

    private final TextSketcher sketcher;
    private final boolean ofWords;
    private final int units;
    private final ShingleHashes hashes;
    private final JobMonitor monitor;
    private final List<Token> tokens = new ArrayList<>();
    private int charged;

    /** Passages have so many shingles, or fewer where some of them repeat. */
    PassageDraw(TextSketcher sketcher, int shingles, JobMonitor monitor) {
        this.sketcher = sketcher;
        this.ofWords = sketcher.scheme().shingleUnit() == ShingleUnit.WORD;
        this.units = shingles + sketcher.scheme().shingleSize() - 1 + (ofWords ? 0 : 1);
        this.hashes = new ShingleHashes(monitor::reserve);
        this.monitor = monitor;
    }

    /** Returns the shingles of a passage of the first of some values that is long enough, or null if none is. */
    ShingleSet draw(List<String> values, SplittableRandom random) {
        for (String value : values) {
            read(value);
            int last = lastStart();
            if (last >= 0) {
                return shingles(passage(value, random.nextInt(last + 1)));
            }
        }
        return null;
    }

    /** Offsets may go back: a filter may put a word before one that begins earlier. */
    private String passage(String value, int from) {
        int start = Integer.MAX_VALUE;
        int end = 0;
        long left = units;
        for (int i = from; left > 0; i++) {
            Token token = tokens.get(i);
            start = Math.min(start, token.start);
            end = Math.max(end, token.end);
            left -= token.units;
        }
        return value.substring(start, end);
    }

    private ShingleSet shingles(String passage) {
        hashes.clear();
        sketcher.shingle(passage, hashes);
        return hashes.isEmpty() ? null : ShingleSet.of(hashes);
    }

    private void read(String value) {
        tokens.clear();
        try (TokenStream stream = sketcher.tokens(value)) {
            OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
            CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                add(new Token(offset.startOffset(), offset.endOffset(), unitsOf(term)));
            }
            stream.end();
        } catch (IOException e) {
            throw new UncheckedIOException("analysis of a text in memory failed", e);
        }
    }

    private void add(Token token) {
        if (tokens.size() == charged) {
            monitor.reserve(BYTES_PER_TOKEN * TOKENS_CHARGED);
            charged += TOKENS_CHARGED;
        }
        tokens.add(token);
    }

    /** Counts one character between tokens too. After the last token there is none, so {@link #units} is one more. */
    private int unitsOf(CharTermAttribute term) {
        return ofWords ? 1 : 1 + Character.codePointCount(term, 0, term.length());
    }

    /** Returns the last token from which there are enough units, or a negative number. */
    private int lastStart() {
        long left = units;
        int start = tokens.size();
        while (left > 0 && start > 0) {
            left -= tokens.get(--start).units;
        }
        return left > 0 ? -1 : start;
    }
}
