package org.nearduplicate.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** A page holds its answer unchanged, is well-formed whatever that is, and does only what its own scripts do. */
public class PageTest extends LuceneTestCase {

    private static final Pattern SCRIPT = Pattern.compile("(?s)<script([^>]*)>(.*?)</script>");
    private static final Pattern STYLE = Pattern.compile("(?s)<style>(.*?)</style>");
    private static final Pattern POLICY = Pattern.compile("Security-Policy\" content=\"([^\"]*)\"");

    private static final List<String> LIBRARIES = List.of("Chart.js v4.5.1", " diff v5.1.0");

    /** Nothing that an answer says is outside of its script: without the scripts all pages of a kind are one. */
    public void testWellFormedWhateverTheAnswer() throws Exception {
        for (Page page : Page.values()) {
            String empty = Pages.html(page, "null");
            String frame = withoutScripts(empty);
            assertEquals("html", xml(frame).getDocumentElement().getTagName());
            assertTrue(frame.contains("<noscript>"));
            for (String text : texts()) {
                String html = Pages.html(page, json(text), json(text));
                assertEquals(frame, withoutScripts(html));
                assertEquals(scripts(empty).size(), scripts(html).size());
            }
        }
    }

    public void testTheAnswerIsTheSameJson() throws Exception {
        for (String text : texts()) {
            String json = json(text);
            for (Page page : Page.values()) {
                String html = Pages.html(page, "{\"uri\":\"/\"}", json);
                String data = Pages.data(html, "answer");
                assertTrue(data.matches("[\\n\\t -~&&[^<>&]]*"));
                assertEquals(read(json), read(data));
                assertEquals(text, read(data).get("text"));
                assertEquals(Map.of("uri", "/"), read(Pages.data(html, "request")));
            }
        }
    }

    public void testThePolicyIsTheHashesOfWhatIsThere() throws Exception {
        for (Page page : Page.values()) {
            String html = Pages.html(page, "{}");
            List<String> hashes = new ArrayList<>();
            for (MatchResult script : scripts(html)) {
                if (script.group(1).isEmpty()) {
                    hashes.add(hash(script.group(2)));
                }
            }
            assertEquals(scripts(html).size() - 2, hashes.size());
            assertEquals(
                    "default-src 'none'; style-src " + hash(one(STYLE, html)) + "; script-src "
                            + String.join(" ", hashes) + "; base-uri 'none'; form-action 'none'",
                    one(POLICY, html));
        }
    }

    public void testNothingIsLoadedAndNothingMakesMarkupOfTexts() throws Exception {
        for (Page page : Page.values()) {
            String html = Pages.html(page, "{}");
            String frame = withoutScripts(html);
            assertFalse(frame.matches("(?s).*(src=|href=|url\\(|@import|style=|\\son\\w+=).*"));
            assertFalse(html.contains("sourceMappingURL"));
            for (MatchResult script : scripts(html)) {
                String code = script.group(2);
                if (LIBRARIES.stream().noneMatch(code::contains)) {
                    assertFalse(code.matches("(?s).*(HTML|document\\.write|\\beval|https?:).*"));
                }
            }
        }
    }

    private static List<String> texts() {
        List<String> texts = new ArrayList<>(List.of(
                "plain", "", "<script>alert(1)</script>", "</script><script>alert(1)</script>",
                "</SCRIPT >", "<!--<script>", "-->", "]]>", "&lt;&amp;", "' onload='alert(1)",
                "<img src=x onerror=alert(1)>", "a\u2028b\u2029c", "\ud800", "x\udc00\ud800",
                "\u202eevil\u202c", "\u0000\u001b\r\n\"\\", "\u007f\u0085\uffff\ufeff",
                "\ud83d\ude00",
                "{{answer}}{{policy}}", "$1\\\\\\\\"));
        for (int i = 0; i < 10; i++) {
            texts.add(TestUtil.randomUnicodeString(random()));
        }
        return texts;
    }

    private static String json(String text) throws IOException {
        try (XContentBuilder builder = JsonXContent.contentBuilder()) {
            builder.startObject().field("text", text).array(text, text, "x");
            return Strings.toString(builder.endObject());
        }
    }

    private static Map<String, Object> read(String json) {
        return XContentHelper.convertToMap(JsonXContent.jsonXContent, json, true);
    }

    private static List<MatchResult> scripts(String html) {
        return SCRIPT.matcher(html).results().collect(Collectors.toList());
    }

    private static String withoutScripts(String html) {
        return SCRIPT.matcher(html).replaceAll("");
    }

    private static String one(Pattern pattern, String html) {
        List<MatchResult> found = pattern.matcher(html).results().toList();
        assertEquals(1, found.size());
        return found.getFirst().group(1);
    }

    private static String hash(String text) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    }

    private static Document xml(String text) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)));
    }
}
