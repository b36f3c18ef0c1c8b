package org.nearduplicate.elasticsearch.passages;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.Test;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.elasticsearch.passages.CompareResponse.Side;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.page.BrowserTestCase;
import org.nearduplicate.page.Page;
import org.nearduplicate.page.PageRules;
import org.nearduplicate.page.Pages;
import org.nearduplicate.passages.Comparison;
import org.nearduplicate.passages.ShingledText;

/** The page of two texts as a browser shows it: it shows both, and marks what is in both and what is not. */
public class ComparePageTest extends BrowserTestCase {

    private static final String HOSTILE =
            "\"><script>ran=1</script><img src=x onerror=ran=1></script><!--\u2028\ud800\u202e\u0000&lt;";

    private static final String OPEN_FOLDS =
            "document.querySelectorAll('.fold').forEach(it => it.click())";

    private final Random random = new Random(1);

    @Test
    public void everywhere() throws Exception {
        String words = words(1, 400, 300);
        Side a = new Side(new DocumentReference("an-index", "an_id".repeat(100), null),
                List.of(words, HOSTILE + " " + "x".repeat(3_000)));
        Side b = new Side(null, List.of(edited(words, 20), "other"));
        PageRules.check(browser, page(a, b, 1_000));
        PageRules.check(browser, page(side("one two three"), side("four five six"), 10));
    }

    /** Nothing of a text is lost, added or moved, and what is not marked on both sides is the same words. */
    @Test
    public void bothTextsAreThereAndDifferInWhatIsMarked() throws Exception {
        for (int i = 0; i < 15; i++) {
            int variety = i % 3 == 0 ? 5 : 3_000;
            String text = words(random.nextInt(3), 1 + random.nextInt(600), variety);
            String other = i % 10 == 9 ? words(1, 50, variety) : edited(text, random.nextInt(12));
            assertTexts(open(side(text), side(other)), text, other);
        }
    }

    @Test
    public void valuesFollowEachOther() throws Exception {
        List<String> a = List.of("First, one two three four.", "", "Second: five six seven eight");
        List<String> b = List.of("five six seven eight", "zero", "one two three four");
        Comparison comparison = open(new Side(null, a), new Side(null, b));
        assertEquals(2, comparison.passages().total());
        assertTexts(comparison, String.join("\n\n", a), String.join("\n\n", b));
        assertEquals(List.of("one two three four", "five six seven eight"),
                browser.tell(
                        "[...at('passages').tBodies[0].rows].map(it => it.cells[3].textContent)"));
        // One of the two stands in the order of both texts, the other is elsewhere.
        assertEquals(2, browser.number("document.querySelectorAll('#texts mark').length"), 0);
        assertEquals(2, browser.number("document.querySelectorAll('#texts .elsewhere').length"), 0);
    }

    /** As few words as possible are marked, which is what a table of all prefixes finds too. */
    @Test
    public void asFewWordsAsPossible() throws Exception {
        open(side("one two three"), side("one two three"));
        for (int i = 0; i < 30; i++) {
            int variety = 1 + random.nextInt(20);
            String a = words(1, random.nextInt(60), variety);
            String b = random.nextBoolean() ? edited(a, 3) : words(1, random.nextInt(60), variety);
            double marked = browser.number(
                    "differences(" + json(a) + ", " + json(b)
                            + ", {left: EFFORT}).filter(it => !it.same)"
                            + ".flatMap(it => [...words(" + json(a) + ".slice(...it.a)), ...words("
                            + json(b) + ".slice(...it.b))]).filter(it => it.key).length");
            List<String> wordsOfA = list(a);
            List<String> wordsOfB = list(b);
            assertEquals(a + "|" + b,
                    wordsOfA.size() + wordsOfB.size() - 2 * common(wordsOfA, wordsOfB), marked, 0);
        }
    }

    /** Where too many words differ to be compared at once, what is between places that agree is. */
    @Test
    public void manyDifferences() throws Exception {
        String[] words = words(1, 40_000, 100_000_000).split(" ");
        String a = String.join(" ", words);
        for (int i = 0; i < 1_500; i++) {
            words[i * 26 + random.nextInt(20)] = "new";
        }
        String b = String.join(" ", words);
        assertTexts(open(side(a), side(b)), a, b);
        assertEquals(1_500,
                browser.number("document.querySelectorAll('#texts .side:nth-child(2) u').length"),
                0);
        assertEquals(0, browser.number("document.querySelectorAll('.unsure').length"), 0);
    }

    /** Where a library takes the cube of the differences, of words that repeat and are shifted. */
    @Test
    public void wordsThatRepeat() throws Exception {
        String a = "a b c d e ".repeat(1_000);
        String b = "b a c d e ".repeat(1_000);
        assertTexts(open(side(a), side(b)), a, b);
    }

    /** What would take too long to be compared is not said to differ. */
    @Test
    public void differencesThatAreNotCompared() throws Exception {
        String a = words(1, 30_000, 100_000_000);
        String b = words(1, 30_000, 100_000_000);
        assertTexts(open(side(a), side(b)), a, b);
        assertEquals(0, browser.number("document.querySelectorAll('#texts u').length"),
                0);
        assertTrue(browser.<String>tell("at('texts').lastChild.textContent")
                .endsWith("differs too much to be compared word by word."));
    }

    /** A passage is the same for the analyzer, which does not mean that it is written so. */
    @Test
    public void whatIsWrittenOtherwiseInAPassageIsMarked() throws Exception {
        Comparison comparison =
                open(side("one Two three, four five"), side("one two three four five"));
        assertEquals(1, comparison.similarity(), 0);
        assertEquals(0, browser.number("document.querySelectorAll('#texts p').length"), 0);
        assertEquals(List.of("Two ", ", "), browser.tell(
                "[...document.querySelectorAll('#texts .side:nth-child(1) u')].map(it => it.textContent)"));
        assertEquals(List.of("two "), browser.tell(
                "[...document.querySelectorAll('#texts .side:nth-child(2) u')].map(it => it.textContent)"));
        assertEquals(6, browser.number("document.querySelectorAll('#texts mark').length"), 0);
    }

    @Test
    public void whatIsTheSameIsFolded() throws Exception {
        String start = words(1, 300, 5_000);
        String end = words(1, 300, 5_000);
        String a = start + " apple " + end;
        String b = start + " pear " + end;
        browser.open(page(side(a), side(b), 1_000), 800, false);
        assertEquals(2, browser.number("document.querySelectorAll('.fold').length"), 0);
        assertTrue(browser.number("at('texts').innerText.length") < a.length());
        browser.tell("document.querySelector('.fold').focus()");
        browser.press("Enter");
        assertEquals(1, browser.number("document.querySelectorAll('.fold').length"), 0);
        assertTrue(
                "the focus is on what was folded",
                browser.<Boolean>tell("document.activeElement.matches('.pair')"));
        assertEquals(List.of("apple"),
                list(browser.tell(
                        "document.querySelector('#texts .side:nth-child(1) u').textContent")));
        assertEquals(List.of("pear"),
                list(browser.tell(
                        "document.querySelector('#texts .side:nth-child(2) u').textContent")));
    }

    @Test
    public void whatIsTheSameIsSaid() throws Exception {
        open(side("one two three"), side("one two three"));
        assertEquals("The texts are the same, character by character.",
                browser.tell("document.querySelector('#texts p').textContent"));
        open(side("one two three"), new Side(null, List.of("one", "two three")));
        assertTrue(browser.<String>tell("document.querySelector('#texts p').textContent")
                .startsWith("The words are the same; only spaces differ,"));
        assertEquals("a given text and a given text", browser.tell("document.title"));
    }

    /** A figure that is there only where something is ignored; passages leave it out. */
    @Test
    public void whatIsIgnored() throws Exception {
        Side a = side("yes see you at noon and then the footer of all mails");
        Side b = side("no cancel it and then the footer of all mails");
        String names = "[...document.querySelectorAll('#figures dt')].map(it => it.textContent)";
        browser.open(page(a, b, 10), 800, false);
        assertFalse(browser.tell(names).toString().contains("ignored"));
        browser.open(page(a, b, 10, "and then the footer of all mails"), 800, false);
        assertEquals(List.of(), browser.complaints());
        assertTrue(browser.tell(names).toString().contains("ignored shingles"));
        assertTrue(
                browser.tell("at('figures').textContent").toString().contains("5 and 5"));
        assertEquals("0 passages.", browser.tell("at('passages-words').textContent"));
    }

    @Test
    public void figuresAreThoseOfTheAnswer() throws Exception {
        Comparison comparison = open(
                new Side(new DocumentReference("news", "1", null), List.of("a b c d e f")),
                side("a b c d x y z"));
        assertEquals(2, comparison.common());
        assertEquals(
                "50% of the first, 1 in news, is in the second, a given text, and 40% of the second is in the first.",
                browser.tell("at('found').textContent"));
        assertEquals(
                List.of("28.57%", "4 and 5", "2", "11 and 13"),
                browser.tell(
                        "[0, 2, 3, 4].map(i => document.querySelectorAll('#figures dd')[i].textContent)"));
        assertEquals("1 passage.", browser.tell("at('passages-words').textContent"));
        Comparison cut = open(side("a b c x a b c y d e f"), side("d e f z a b c"), 1);
        assertEquals(3, cut.passages().total());
        assertTrue(browser.<String>tell("at('passages-words').textContent")
                .startsWith("3 passages, of which the first 1 are here"));
    }

    private static void assertTexts(Comparison comparison, String a, String b) {
        browser.tell(OPEN_FOLDS);
        String side = "[...document.querySelectorAll('#texts .side:nth-child(%s)')]";
        for (Map.Entry<Integer, String> each : Map.of(1, a, 2, b).entrySet()) {
            assertTrue(
                    browser.<Boolean>tell(
                            String.format(Locale.ROOT, side, each.getKey())
                                    + ".map(it => it.textContent).join('') === "
                                    + json(each.getValue())));
        }
        String unmarked = side
                + ".map(it => [...it.childNodes].filter(node => node.nodeType === 3 || node.matches('mark'))"
                + ".map(node => node.textContent).join('')).join('').split(/\\s+/).join('').toLowerCase()";
        assertEquals(
                browser.<String>tell(String.format(Locale.ROOT, unmarked, 1)),
                browser.<String>tell(String.format(Locale.ROOT, unmarked, 2)));
        int marks = (int) browser.number("document.querySelectorAll('#texts mark').length");
        assertEquals(comparison.passages().total() == 0, marks == 0);
    }

    /** The longest common subsequence, by the table of all prefixes. */
    private static int common(List<String> a, List<String> b) {
        int[][] longest = new int[a.size() + 1][b.size() + 1];
        for (int i = 1; i <= a.size(); i++) {
            for (int j = 1; j <= b.size(); j++) {
                longest[i][j] = a.get(i - 1).equals(b.get(j - 1))
                        ? longest[i - 1][j - 1] + 1
                        : Math.max(longest[i - 1][j], longest[i][j - 1]);
            }
        }
        return longest[a.size()][b.size()];
    }

    private static List<String> list(String words) {
        return words.isBlank() ? List.of() : List.of(words.strip().split("\\s+"));
    }

    /** Returns words with so many spaces or line ends around them. */
    private String words(int space, int count, int variety) {
        return IntStream.range(0, count)
                .mapToObj(i -> "w" + random.nextInt(variety)
                        + (space == 1 ? " " : random.nextInt(9) == 0 ? "\n\n" : "  "))
                .collect(Collectors.joining());
    }

    private String edited(String text, int edits) {
        List<String> words = new ArrayList<>(List.of(text.split("(?<=\\s)(?=\\S)")));
        for (int i = 0; i < edits && words.isEmpty() == false; i++) {
            int at = random.nextInt(words.size());
            switch (random.nextInt(4)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, "new ");
                case 2 -> words.add(words.remove(at));
                default -> words.set(at, words.get(at).replaceAll("\\s+", "\n"));
            }
        }
        return String.join("", words);
    }

    private static Side side(String text) {
        return new Side(null, List.of(text));
    }

    private static Comparison open(Side a, Side b) throws Exception {
        return open(a, b, 1_000);
    }

    private static Comparison open(Side a, Side b, int size) throws Exception {
        browser.open(page(a, b, size), 800, false);
        assertEquals(List.of(), browser.complaints());
        return compare(a.values(), b.values(), size);
    }

    private static Comparison compare(
            List<String> a, List<String> b, int size, String... ignored) {
        TextSketcher sketcher = new TextSketcher(
                "f", new NearDuplicateAnalyzer(), Schemes.words(3, 16, 2, 2));
        try (ShingledText ofA = ShingledText.of(
                sketcher, a, Integer.MAX_VALUE, JobMonitor.NONE);
                ShingledText ofB = ShingledText.of(
                        sketcher, b, Integer.MAX_VALUE, JobMonitor.NONE)) {
            return Comparison.of(
                    sketcher, ofA, ofB, sketcher.shingles(List.of(ignored), JobMonitor.NONE), size,
                    JobMonitor.NONE);
        }
    }

    private static String page(Side a, Side b, int size, String... ignored)
            throws IOException {
        Comparison comparison = compare(a.values(), b.values(), size, ignored);
        return Pages.html(
                Page.COMPARE,
                Strings.toString(
                        new CompareResponse(a, b, comparison, true, 7)));
    }

    /** Half a surrogate pair has an escape in it. */
    private static String json(String text) {
        try (XContentBuilder builder = JsonXContent.contentBuilder()) {
            return Strings.toString(builder.startArray().value(text).endArray()) + "[0]";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
