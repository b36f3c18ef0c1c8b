package org.nearduplicate.passages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.analysis.TokenSpaces;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHasher;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.ThreadScratch;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * The shingles of a document in their order, and where each of them stands in its text. Those of an array
 * follow each other text by text, and no shingle reaches from one into the next. Not thread-safe.
 *
 * <p>A shingle has a position, a number from 0. After each text, and where one was left out, is a position without a
 * shingle, so that shingles whose positions follow each other do so in one text. Offsets are UTF-16 code units of the text as
 * it was given, whatever the analyzer made of it.
 */
public final class ShingledText implements AutoCloseable {

    /** Up to so many positions nothing is charged. */
    private static final int ORDINARY_POSITIONS = 1 << 12;

    private static final int BYTES_PER_POSITION = Long.BYTES + 2 * Integer.BYTES;

    /** Where the shingle stands at a position that has none. */
    private static final int NOWHERE = -1;

    private final JobMonitor monitor;

    private long[] hashes = new long[0];
    private int[] starts = new int[0];
    private int[] ends = new int[0];

    /** How many shingles have a place, and how many of these a hash. */
    private int size;
    private int hashed;
    private int[] textEnds = new int[0];

    private ShingledText(JobMonitor monitor) {
        this.monitor = monitor;
    }

    /**
     * Shingles texts. O(their length).
     *
     * @param sketcher gives the tokens, and the scheme of the shingles
     * @param maxOffset tokens that end after it are left out; texts count as joined by one character
     * @param monitor is charged for the memory of long texts, until {@link #close}, and may stop it
     */
    public static ShingledText of(
            TextSketcher sketcher, List<String> texts, int maxOffset, JobMonitor monitor) {
        ShingledText shingled = new ShingledText(monitor);
        try {
            Shingler shingler = shingled.new Shingler(sketcher);
            shingled.textEnds = new int[texts.size()];
            int begin = 0;
            for (int i = 0; i < texts.size(); i++) {
                if (begin < maxOffset) {
                    shingler.add(texts.get(i), maxOffset - begin);
                }
                shingled.textEnds[i] = shingled.endText();
                begin = Math.addExact(begin, texts.get(i).length() + 1);
            }
            return shingled;
        } catch (RuntimeException | Error e) {
            shingled.close();
            throw e;
        }
    }

    /** Takes the shingles away that are in a set. O(positions · log of its size). */
    public void leaveOut(ShingleSet ignored) {
        for (int position = 0; position < size; position++) {
            if (isShingle(position) && ignored.contains(hashes[position])) {
                starts[position] = NOWHERE;
            }
        }
    }

    /** Returns the number of positions, 0 if there was no text. */
    public int size() {
        return size;
    }

    /** Returns whether there is no shingle at all: after each text is a position without one. */
    public boolean isEmpty() {
        return size == textEnds.length;
    }

    /** Returns whether there is a shingle at a position. */
    public boolean isShingle(int position) {
        return starts[position] != NOWHERE;
    }

    /** Gives the hashes of all shingles, in their order. */
    public void forEach(LongConsumer hash) {
        for (int position = 0; position < size; position++) {
            monitor.checkCancelled(position);
            if (isShingle(position)) {
                hash.accept(hashes[position]);
            }
        }
    }

    /** Returns the hash of the shingle at a position, the one that its document is sketched from. */
    public long hash(int position) {
        return hashes[position];
    }

    /** Returns where the shingle at a position begins. */
    public int start(int position) {
        return starts[position];
    }

    /** Returns where the shingle at a position ends. */
    public int end(int position) {
        return ends[position];
    }

    /** Returns the number of the text in which a position is, from 0. O(log of their number). */
    public int text(int position) {
        int found = Arrays.binarySearch(textEnds, position);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /**
     * Returns the maximal runs of shingles that others have.
     *
     * @param others returns by its hash whether they have a shingle
     * @return the runs, in the order of the text. Those that are not far from each other overlap in it: the
     *     shingles between them are not shared, but words at their ends are
     */
    public List<Extent> runs(LongPredicate others) {
        List<Extent> runs = new ArrayList<>();
        int from = 0;
        for (int position = 0; position < size; position++) {
            if (isShingle(position) == false || others.test(hashes[position]) == false) {
                if (from < position) {
                    runs.add(Extent.of(this, from, position));
                }
                from = position + 1;
            }
        }
        return runs;
    }

    /** Forgets the shingles, and gives their memory back. */
    @Override
    public void close() {
        monitor.reserve(-charge(hashes.length));
        hashes = new long[0];
        starts = new int[0];
        ends = new int[0];
        size = 0;
    }

    /** Adds the place of the next shingle, before its hash. */
    private void addPlace(int start, int end) {
        monitor.checkCancelled(size);
        if (size == hashes.length) {
            grow();
        }
        starts[size] = start;
        ends[size] = end;
        size++;
    }

    private int endText() {
        if (hashed != size) {
            throw new IllegalStateException(
                    "[" + size + "] shingles have [" + hashed + "] hashes");
        }
        addPlace(NOWHERE, NOWHERE);
        hashes[hashed++] = 0;
        return size;
    }

    /** By more than an eighth, which would leave nine times the memory of a long text as garbage. */
    private void grow() {
        int capacity = ArrayUtil.oversize(size + size / 2 + 1, BYTES_PER_POSITION);
        monitor.reserve(charge(capacity));
        int before = hashes.length;
        hashes = ArrayUtil.growExact(hashes, capacity);
        starts = ArrayUtil.growExact(starts, capacity);
        ends = ArrayUtil.growExact(ends, capacity);
        monitor.reserve(-charge(before));
    }

    private static long charge(int capacity) {
        return capacity <= ORDINARY_POSITIONS ? 0 : (long) BYTES_PER_POSITION * capacity;
    }

    /**
     * Cuts texts into shingles and says where they stand: from where the first of their units begins to where
     * the last of them ends. A word stands where its token does. A character does too if its token is not as long
     * as what it was made from, since it is not known from which part of that.
     */
    private final class Shingler {

        private final TextSketcher sketcher;
        private final ShingleHasher hasher;
        private final LongConsumer adder;
        private final boolean words;

        /** Where the last units stand, in turn. */
        private final int[] unitStarts;
        private final int[] unitEnds;
        private int units;
        private String text;
        private Letter letter;

        Shingler(TextSketcher sketcher) {
            Scheme scheme = sketcher.scheme();
            this.sketcher = sketcher;
            this.hasher = ThreadScratch.get().shingleHasher(scheme);
            this.adder = hash -> hashes[hashed++] = hash;
            this.words = scheme.shingleUnit() == ShingleUnit.WORD;
            this.unitStarts = new int[scheme.shingleSize()];
            this.unitEnds = new int[scheme.shingleSize()];
        }

        /** Adds the shingles of a text, without the tokens that end after an offset. */
        void add(String value, int maxOffset) {
            text = value;
            letter = new Letter(0, 0);
            units = 0;
            hasher.beginValue();
            try (TokenStream tokens = sketcher.tokens(text)) {
                CharTermAttribute token = tokens.getAttribute(CharTermAttribute.class);
                TokenSpaces spaces = new TokenSpaces(tokens, words == false);
                OffsetAttribute offset = tokens.addAttribute(OffsetAttribute.class);
                tokens.reset();
                while (tokens.incrementToken() && offset.startOffset() < maxOffset) {
                    if (offset.endOffset() <= maxOffset) {
                        add(token, spaces.takeNext(), offset.startOffset(), offset.endOffset());
                    }
                }
                tokens.end();
            } catch (IOException e) {
                throw new UncheckedIOException("analysis of a text in memory failed", e);
            }
            if (units > 0 && units < unitStarts.length) {
                locate(units);
            }
            hasher.endValue(adder);
        }

        private void add(CharSequence token, boolean spaced, int start, int end) {
            if (words) {
                addUnit(start, end);
            } else {
                addCharacters(token, spaced, start, end);
            }
            hasher.addToken(token, spaced, adder);
        }

        private void addCharacters(CharSequence token, boolean spaced, int start, int end) {
            if (spaced) {
                // The space between two tokens: it begins nothing before the second, and ends nothing after the first.
                addUnit(start, units == 0 ? start : unitEnds[(units - 1) % unitEnds.length]);
            }
            boolean asWritten = token.length() == end - start;
            for (int i = 0; i < token.length();) {
                int length = Character.charCount(Character.codePointAt(token, i));
                addUnit(asWritten ? start + i : start, asWritten ? start + i + length : end);
                i += length;
            }
        }

        /** A pair of surrogates, or a letter with its marks, of which two units are made is part of both. */
        private void addUnit(int start, int end) {
            unitStarts[units % unitStarts.length] =
                    isInsideOfLetter(start) ? letter(start).start : start;
            unitEnds[units % unitEnds.length] = isInsideOfLetter(end) ? letter(end).end : end;
            units++;
            if (units >= unitStarts.length) {
                locate(unitStarts.length);
            }
        }

        /** Where a letter stands, with its marks, or a pair of surrogates. */
        private record Letter(int start, int end) {}

        /** Returns the letter that an offset is inside of. Units may end at each of its marks: it is looked for once. */
        private Letter letter(int offset) {
            if (offset <= letter.start || offset >= letter.end) {
                int start = offset;
                while (isInsideOfLetter(start)) {
                    start--;
                }
                int end = offset;
                while (isInsideOfLetter(end)) {
                    end++;
                }
                letter = new Letter(start, end);
            }
            return letter;
        }

        private boolean isInsideOfLetter(int offset) {
            if (offset <= 0 || offset >= text.length()) {
                return false;
            }
            return switch (Character.getType(text.codePointAt(offset))) {
                case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK,
                        Character.ENCLOSING_MARK ->
                    true;
                case Character.SURROGATE -> Character.isLowSurrogate(text.charAt(offset))
                        && Character.isHighSurrogate(text.charAt(offset - 1));
                default -> false;
            };
        }

        /** Locates the shingle of the last units. Where tokens overlap, the last is not the one that ends last. */
        private void locate(int lastUnits) {
            int start = Integer.MAX_VALUE;
            int end = 0;
            for (int unit = units - lastUnits; unit < units; unit++) {
                start = Math.min(start, unitStarts[unit % unitStarts.length]);
                end = Math.max(end, unitEnds[unit % unitEnds.length]);
            }
            addPlace(start, Math.max(start, end));
        }
    }
}
