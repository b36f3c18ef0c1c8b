package org.nearduplicate.analysis;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;

/** The analyzer to copy of docs/reference/analyzer.md, of the filters that Elasticsearch makes of its settings. */
public class CustomAnalyzerTest extends BaseTokenStreamTestCase {

    private static final Path PAGE = Path.of("docs/reference/analyzer.md");
    private static final Pattern FOOTER = pattern("no_footer");
    private static final Pattern NUMBER = pattern("no_numbers");

    private final Analyzer analyzer = new Analyzer() {
        @Override
        protected TokenStreamComponents createComponents(String fieldName) {
            WordTokenizer words = new WordTokenizer();
            return new TokenStreamComponents(
                    words,
                    new StopFilter(words, new CharArraySet(List.of("advertisement"), false)));
        }

        @Override
        protected Reader initReader(String fieldName, Reader reader) {
            Reader text = new PatternReplaceCharFilter(FOOTER, "", new HTMLStripCharFilter(reader));
            return new PatternReplaceCharFilter(NUMBER, " ", text);
        }
    };

    /** Returns the pattern of a filter on the page. */
    private static Pattern pattern(String filter) {
        try {
            Matcher matcher = Pattern.compile("\"" + filter + "\": .*\"pattern\": \"(.*?)\"")
                    .matcher(Files.readString(PAGE));
            assertTrue(filter, matcher.find());
            return Pattern.compile(matcher.group(1).translateEscapes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void tearDown() throws Exception {
        analyzer.close();
        super.tearDown();
    }

    public void testMarkupFooterNumbersAndAWordAreLeftOut() throws IOException {
        assertAnalyzesTo(
                analyzer,
                "<p>The&nbsp;<b>caf\u00E9</b> Advertisement opened in 1,948.</p> Copyright Example 7 Inc.",
                new String[] {"the", "cafe", "opened", "in"},
                new int[] {3, 15, 38, 45},
                new int[] {6, 23, 44, 47},
                new int[] {1, 1, 2, 1});
    }

    /** One sentence in other markup: reports of this were the reason. */
    public void testMarkupMakesNoDifference() throws IOException {
        List<String> words = Tokens.of(analyzer.tokenStream("f", "It didn't rain in Zürich"));
        for (String text : new String[] {
                "<div>It didn&rsquo;t <em>rain</em> in&nbsp;Z&uuml;rich</div>",
                "It<br/>didn&#39;t<!-- heavily --> rain in <a href='x y'>ZÜRICH</a>"
        }) {
            assertEquals(words, Tokens.of(analyzer.tokenStream("f", text)));
        }
    }

    public void testRandomText() throws IOException {
        checkRandomData(random(), analyzer, 100 * RANDOM_MULTIPLIER);
    }
}
