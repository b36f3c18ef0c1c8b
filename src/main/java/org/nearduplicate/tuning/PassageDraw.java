package org.nearduplicate.tuning;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.ShingleSet;
import org.nearduplicate.sketch.ShingleUnit;

/**
 * Takes a passage out of a text: as many tokens in a row as make so many shingles, from anywhere. The same text gives the same
 * passage. Belongs to one thread.
 */
final class PassageDraw implements Closeable {

    /** Three numbers, one of them twice while arrays grow. */
    private static final long BYTES_PER_TOKEN = 4L * Integer.BYTES;

    private final TextSketcher sketcher;
    private final boolean ofWords;
    private final int units;
    private final ShingleHashes hashes;
    private final JobMonitor monitor;
    private int[] starts = {};
    private int[] ends = {};
    private int[] lengths = {};
    private int tokens;

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

    @Override
    public void close() {
        hashes.clear();
        monitor.reserve(-BYTES_PER_TOKEN * starts.length);
    }

    /** Offsets may go back: filters put words before others that begin earlier. */
    private String passage(String value, int from) {
        int start = starts[from];
        int end = ends[from];
        long left = units - lengths[from];
        for (int token = from + 1; left > 0; token++) {
            start = Math.min(start, starts[token]);
            end = Math.max(end, ends[token]);
            left -= lengths[token];
        }
        return value.substring(start, end);
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
                add(offset.startOffset(), offset.endOffset(), unitsOf(term));
            }
            stream.end();
        } catch (IOException e) {
            throw new UncheckedIOException("analysis of a text in memory failed", e);
        }
    }

    private void add(int start, int end, int length) {
        if (tokens == starts.length) {
            int room = ArrayUtil.oversize(tokens + 1, Integer.BYTES);
            monitor.reserve(BYTES_PER_TOKEN * (room - starts.length));
            starts = ArrayUtil.growExact(starts, room);
            ends = ArrayUtil.growExact(ends, room);
            lengths = ArrayUtil.growExact(lengths, room);
        }
        starts[tokens] = start;
        ends[tokens] = end;
        lengths[tokens++] = length;
    }

    /** Between two tokens there is a character too; after the last there is none, so that one more is asked for. */
    private int unitsOf(CharTermAttribute term) {
        return ofWords ? 1 : 1 + Character.codePointCount(term, 0, term.length());
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
}
