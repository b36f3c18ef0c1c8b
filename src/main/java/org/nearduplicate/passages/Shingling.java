package org.nearduplicate.passages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongConsumer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.nearduplicate.analysis.TokenSpaces;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHasher;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.ThreadScratch;

/**
 * Cuts texts into shingles and says where they stand: from where the first of their units begins to where
 * the last of them ends. A word stands where its token does. A character does too if its token is not as long
 * as what it was made from, since it is not known from which part of that. Belongs to one thread.
 */
final class Shingling {

    private final TextSketcher sketcher;
    private final ShingledText shingles;
    private final ShingleHasher hasher;
    private final LongConsumer hashes;
    private final boolean words;

    /** Where the last units stand, in turn. */
    private final int[] unitStarts;
    private final int[] unitEnds;
    private int units;
    private String text;
    private Letter letter;

    Shingling(TextSketcher sketcher, ShingledText shingles) {
        Scheme scheme = sketcher.scheme();
        this.sketcher = sketcher;
        this.shingles = shingles;
        this.hasher = ThreadScratch.get().shingleHasher(scheme);
        this.hashes = shingles::addHash;
        this.words = scheme.shingleUnit() == ShingleUnit.WORD;
        this.unitStarts = new int[scheme.shingleSize()];
        this.unitEnds = new int[scheme.shingleSize()];
    }

    /** Adds the shingles of a text, without the tokens that end behind an offset. */
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
        hasher.endValue(hashes);
    }

    private void add(CharSequence token, boolean spaced, int start, int end) {
        if (words) {
            addUnit(start, end);
        } else {
            addCharacters(token, spaced, start, end);
        }
        hasher.addToken(token, spaced, hashes);
    }

    private void addCharacters(CharSequence token, boolean spaced, int start, int end) {
        if (spaced) {
            // The space between two tokens: it begins nothing before the second, and ends nothing behind the first.
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
        shingles.addPlace(start, Math.max(start, end));
    }
}
