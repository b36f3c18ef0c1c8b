package org.nearduplicate.passages;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A part of a text that is shown because something in it is marked.
 *
 * @param marks what is marked in it, in order, not beginning or ending with spaces
 */
public record Fragment(int start, int end, List<Extent> marks) {

    /**
     * How a text is cut.
     *
     * @param size the characters that a fragment has at most, if there is a place to cut; 0 or less for one
     *     sentence or word each
     * @param sentences whether fragments are of sentences where these are not too long, or of words always
     * @param locale whose rules find sentences and words
     */
    public record Cut(int size, boolean sentences, Locale locale) {}

    /** Copies the marks. */
    public Fragment {
        marks = List.copyOf(marks);
    }

    /** Returns the characters that are marked. */
    public int marked() {
        return marks.stream().mapToInt(mark -> mark.end() - mark.start()).sum();
    }

    /**
     * Returns the whole text as one fragment.
     *
     * @param marks what is marked in it, in order, none overlapping another
     * @return the fragment, or none if nothing but spaces is marked
     */
    public static List<Fragment> whole(String text, List<Extent> marks) {
        return new Cutter(text, marks).all(text.length());
    }

    /**
     * Returns the fragments of a text that have all that is marked. What does not fit into a fragment goes on in
     * the next. O(length of the text).
     *
     * @param marks what is marked in it, in order, none overlapping another
     */
    public static List<Fragment> of(String text, List<Extent> marks, Cut cut) {
        return new Cutter(text, marks).cut(cut);
    }

    /** Cuts one text. */
    private static final class Cutter {

        private final String text;
        private final List<Extent> all;
        private final List<Fragment> fragments = new ArrayList<>();
        private List<Extent> marks = new ArrayList<>();
        private int start;
        private int end;

        Cutter(String text, List<Extent> all) {
            this.text = text;
            this.all = all;
        }

        List<Fragment> all(int length) {
            end = length;
            all.forEach(mark -> mark(mark, mark.start(), mark.end()));
            finish();
            return fragments;
        }

        List<Fragment> cut(Cut cut) {
            Breaks breaks = new Breaks(text, cut);
            for (Extent mark : all) {
                for (int from = mark.start(); from < mark.end();) {
                    if (from >= end) {
                        finish();
                        start = breaks.start(end, from);
                        end = breaks.end(start, from);
                    }
                    int to = Math.min(mark.end(), end);
                    mark(mark, from, to);
                    from = to;
                }
            }
            finish();
            return fragments;
        }

        private void mark(Extent mark, int from, int to) {
            int first = from;
            int last = to;
            while (first < last && Character.isWhitespace(text.charAt(first))) {
                first++;
            }
            while (first < last && Character.isWhitespace(text.charAt(last - 1))) {
                last--;
            }
            if (first < last) {
                marks.add(new Extent(mark.text(), first, last));
            }
        }

        private void finish() {
            if (marks.isEmpty() == false) {
                fragments.add(new Fragment(start, end, marks));
                marks = new ArrayList<>();
            }
        }
    }

    /**
     * Where fragments may begin and end. Places are asked for in ascending order, as sentences are found from front to
     * back: to look for the one before a place takes the JDK as long as the sentence is.
     */
    private static final class Breaks {

        private final int length;
        private final int size;
        private final BreakIterator words;
        private final BreakIterator wide;

        /** The last break of sentences that was needed, and the next. */
        private int low;
        private int high;

        Breaks(String text, Cut cut) {
            this.length = text.length();
            this.size = cut.size;
            this.words = BreakIterator.getWordInstance(cut.locale);
            this.wide = cut.sentences
                    ? BreakIterator.getSentenceInstance(cut.locale)
                    : BreakIterator.getWordInstance(cut.locale);
            words.setText(text);
            wide.setText(text);
            low = wide.first();
            high = wide.next();
        }

        /** Returns where a fragment begins: with the sentence of a mark, or near the mark if that is too long. */
        int start(int from, int mark) {
            int sentence = Math.max(from, wideAtOrBefore(mark));
            return size <= 0 || mark - sentence < size / 2
                    ? sentence
                    : Math.max(sentence, wordAtOrBefore(mark - size / 4));
        }

        /** Returns where it ends: after the mark's first word at least. */
        int end(int start, int mark) {
            if (size <= 0) {
                return high == BreakIterator.DONE ? length : high;
            }
            int last = (int) Math.min(length, (long) start + size);
            int end = wideAtOrBefore(last);
            if (end <= mark) {
                end = wordAtOrBefore(last);
            }
            return end <= mark ? words.following(mark) : end;
        }

        private int wideAtOrBefore(int offset) {
            while (high != BreakIterator.DONE && high <= offset) {
                low = high;
                high = wide.next();
            }
            return low;
        }

        private int wordAtOrBefore(int offset) {
            return words.isBoundary(offset) ? offset : words.preceding(offset);
        }
    }
}
