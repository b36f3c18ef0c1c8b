package org.nearduplicate.passages;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.nearduplicate.passages.Fragment.Cut;

/** Fragments show all that is marked, once, and are cut where words or sentences end. */
public class FragmentTest extends LuceneTestCase {

    private static final String[] WORDS = {
            "a", "of", "sentence", "ends.", "Here", "there", "\uD840\uDC0B", "\u65E5\u672C\u3002",
            "x,", "\n", "Donaudampfschifffahrt"
    };

    public void testAllMarksAreShownOnce() {
        for (int i = 0; i < 500; i++) {
            String text = text();
            List<Extent> marks = marks(text);
            Cut cut = new Cut(
                    random().nextInt(120), random().nextBoolean(), Locale.ROOT);
            List<Fragment> fragments = Fragment.of(text, marks, cut);
            BitSet shown = new BitSet();
            int end = 0;
            for (Fragment fragment : fragments) {
                assertTrue(fragment.start() >= end && fragment.end() <= text.length());
                end = fragment.end();
                for (Extent mark : fragment.marks()) {
                    assertTrue(mark.start() >= fragment.start() && mark.end() <= end);
                    assertTrue(shown.get(mark.start(), mark.end()).isEmpty());
                    shown.set(mark.start(), mark.end());
                    assertFalse(Character.isWhitespace(text.charAt(mark.start())));
                    assertFalse(Character.isWhitespace(text.charAt(mark.end() - 1)));
                }
            }
            for (Extent mark : marks) {
                for (int at = mark.start(); at < mark.end(); at++) {
                    assertTrue(shown.get(at) || Character.isWhitespace(text.charAt(at)));
                    shown.clear(at);
                }
            }
            assertTrue(shown.isEmpty());
        }
    }

    public void testFragmentsEndWhereWordsDoAndAreNotTooLong() {
        for (int i = 0; i < 500; i++) {
            String text = text();
            int size = TestUtil.nextInt(random(), 1, 120);
            BreakIterator words = BreakIterator.getWordInstance(Locale.ROOT);
            words.setText(text);
            for (Fragment fragment : Fragment.of(
                    text, marks(text), new Cut(size, random().nextBoolean(), Locale.ROOT))) {
                assertTrue(words.isBoundary(fragment.start()));
                assertTrue(words.isBoundary(fragment.end()));
                assertTrue(
                        fragment + " of " + size,
                        fragment.end() - fragment.start() <= size
                                || words.preceding(fragment.end()) <= fragment.marks()
                                        .getFirst()
                                        .start());
            }
        }
    }

    public void testSentencesAreWholeWhereTheyFit() {
        String text = "One two. Three four five. Six. Seven eight nine ten eleven twelve.";
        assertEquals(
                List.of("Three four five. "),
                cut(text, text.indexOf("four"), 17, true));
        assertEquals(
                List.of("Three four five. Six. "),
                cut(text, text.indexOf("four"), 22, true));
        for (int size : new int[] {0, -5}) {
            assertEquals(
                    List.of("Three four five. "), cut(text, text.indexOf("four"), size, true));
            assertEquals(
                    List.of("Seven eight nine ten eleven twelve."),
                    cut(text, text.indexOf("twel"), size, true));
            assertEquals(List.of("nine"), cut(text, text.indexOf("nine"), size, false));
        }
        assertEquals(
                List.of(text.substring(text.indexOf("Three"))),
                cut(text, text.indexOf("four"), Integer.MAX_VALUE, true));
        assertEquals(List.of("eight nine"), cut(text, text.indexOf("nine"), 10, true));
    }

    /** Sentences are found once: to look for each anew would take minutes here. */
    public void testLongTextsInOneLine() {
        for (String part : List.of("lorem ipsum, ", "One word here. ", "x")) {
            String text = part.repeat(1_000_000 / part.length());
            List<Extent> marks = List.of(new Extent(3, 0, text.length()));
            List<Fragment> fragments = Fragment.of(text, marks, new Cut(100, true, Locale.ROOT));
            assertEquals(0, fragments.getFirst().start());
            assertEquals(text.length(), fragments.getLast().end());
            int marked = fragments.stream().mapToInt(Fragment::marked).sum();
            int spaces = (int) text.chars().filter(Character::isWhitespace).count();
            assertTrue(marked >= text.length() - spaces && marked <= text.length());
            assertEquals(3, fragments.getLast().marks().getLast().text());
        }
    }

    public void testWholeTexts() {
        List<Extent> marks = List.of(new Extent(1, 0, 4), new Extent(1, 5, 6));
        assertEquals(
                List.of(new Fragment(0, 9, List.of(new Extent(1, 1, 3)))),
                Fragment.whole(" ab   cd ", marks));
        assertEquals(List.of(), Fragment.whole("      ", marks));
    }

    private static List<String> cut(String text, int mark, int size, boolean sentences) {
        return Fragment
                .of(
                        text, List.of(new Extent(0, mark, mark + 4)),
                        new Cut(size, sentences, Locale.ROOT))
                .stream()
                .map(fragment -> text.substring(fragment.start(), fragment.end()))
                .toList();
    }

    private static String text() {
        StringBuilder text = new StringBuilder();
        for (int words = TestUtil.nextInt(random(), 1, 80); words > 0; words--) {
            text.append(WORDS[random().nextInt(WORDS.length)]).append(' ');
        }
        return text.toString();
    }

    /** Returns extents that begin and end with words. */
    private static List<Extent> marks(String text) {
        List<Extent> marks = new ArrayList<>();
        BreakIterator words = BreakIterator.getWordInstance(Locale.ROOT);
        words.setText(text);
        int start = words.first();
        for (int end = words.next(); end != BreakIterator.DONE; end = words.next()) {
            if (random().nextInt(4) == 0) {
                if (random().nextBoolean() && text.substring(start, end).isBlank() == false) {
                    marks.add(new Extent(0, start, end));
                }
                start = end;
            }
        }
        return marks;
    }
}
