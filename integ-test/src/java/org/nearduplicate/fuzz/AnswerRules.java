package org.nearduplicate.fuzz;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;
import org.nearduplicate.mutation.RequestText;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * What every answer has to be, whatever was asked: a success or a refusal, that can be read, and that
 * shows no mistake of the server's own.
 */
final class AnswerRules {

    /** Names of exceptions that a mistake throws, as Elasticsearch and Java write them. */
    private static final Pattern MISTAKE = Pattern.compile(
            "null_?pointer|class_?cast|index_?out_?of_?bounds|stack_?overflow|out_?of_?memory"
                    + "|negative_?array|arithmetic_?exception|unsupported_?operation"
                    + "|assertion_?error|no_?such_?element|concurrent_?modification"
                    + "|serialization_exception|Cannot invoke \\\\?\"|cannot be cast to",
            Pattern.CASE_INSENSITIVE);

    /** The status of a part: of an item of _bulk, or of a search of _msearch. */
    private static final Pattern PART_OF_500 = Pattern.compile("\"status\"\\s*:\\s*5\\d\\d\\b");

    private static final Pattern SCRIPT = Pattern.compile("<script.*?</script>", Pattern.DOTALL);
    private static final Pattern ANSWER =
            Pattern.compile("<script type=\"application/json\" id=\"answer\">(.*?)</script>");

    private AnswerRules() {}

    /** What is wrong with an answer, if anything is. */
    static Optional<String> complaint(RequestText request, HttpAnswer answer) {
        if (KnownFaults.has(request, answer)) {
            return Optional.empty();
        }
        if (answer.status() < 200 || answer.status() > 499) {
            return Optional.of("status " + answer.status());
        }
        String text = answer.text();
        for (Pattern forbidden : List.of(MISTAKE, PART_OF_500)) {
            Matcher found = forbidden.matcher(text);
            if (found.find()) {
                return Optional.of("an answer with [" + found.group() + "]");
            }
        }
        try {
            read(answer);
            return Optional.empty();
        } catch (IOException | SAXException | IllegalArgumentException e) {
            return Optional.of("an answer that cannot be read: " + e);
        }
    }

    private static void read(HttpAnswer answer) throws IOException, SAXException {
        if (answer.body().length == 0) {
            return;
        }
        XContentType type = XContentType.fromMediaType(answer.type());
        if (type != null) {
            readXContent(type, answer);
        } else if ("text/html".equals(answer.type())) {
            readPage(answer.text());
        } else if ("text/plain".equals(answer.type()) == false) {
            throw new IOException("unexpected type [" + answer.type() + "]");
        }
    }

    private static void readXContent(XContentType type, HttpAnswer answer) throws IOException {
        try (XContentParser parser = type.xContent()
                .createParser(XContentParserConfiguration.EMPTY, answer.body())) {
            XContentParser.Token first = parser.nextToken();
            parser.skipChildren();
            if (first == null || parser.nextToken() != null) {
                throw new IOException("not one value");
            }
        }
    }

    /** Scripts apart a page is XML, and its answer is JSON: nothing in that ended the script. */
    private static void readPage(String page) throws IOException, SAXException {
        Matcher answer = ANSWER.matcher(page);
        if (answer.find() == false) {
            throw new IOException("no answer in the page");
        }
        try (XContentParser parser = XContentType.JSON.xContent()
                .createParser(XContentParserConfiguration.EMPTY, answer.group(1))) {
            parser.map();
        }
        try {
            DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new InputSource(new StringReader(SCRIPT.matcher(page).replaceAll(""))));
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }
}
