package org.nearduplicate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;

/** Documents are short, their sentences too, and every link of a document leads somewhere. */
public class DocumentsTest {

    private static final Pattern BLOCK =
            Pattern.compile("^ *```.*?^ *```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    private static final Pattern TABLE_OR_HEADING =
            Pattern.compile("^ *[|#].*$", Pattern.MULTILINE);
    private static final Pattern PARAGRAPH = Pattern.compile("\n\\s*\n|\n\\s*(?:[*-]|\\d+\\.) ");
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?:])[)\"*]*\\s+");
    private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");

    private static final int BYTES_OF_A_PAGE = 15_000;
    private static final int BYTES_OF_DOCS = 200_000;
    private static final int WORDS_OF_A_SENTENCE = 35;

    @Test
    public void linksLeadSomewhere() throws IOException {
        Map<Path, Set<String>> headings = new HashMap<>();
        for (Path document : documents()) {
            headings.put(document, headings(document));
        }
        List<String> broken = new ArrayList<>();
        for (Path document : headings.keySet()) {
            for (String link : links(document)) {
                int anchor = link.indexOf('#');
                String file = anchor < 0 ? link : link.substring(0, anchor);
                Path target = file.isEmpty()
                        ? document
                        : document.resolveSibling(file).normalize();
                boolean leads = Files.exists(target)
                        && (anchor < 0
                                || headings.getOrDefault(target, Set.of())
                                        .contains(link.substring(anchor + 1)));
                if (leads == false) {
                    broken.add(document + ": " + link);
                }
            }
        }
        assertTrue(headings.size() > 20);
        assertEquals(List.of(), broken);
    }

    @Test
    public void pagesAreShort() throws IOException {
        long docs = 0;
        for (Path document : documents()) {
            long size = Files.size(document);
            boolean isPage = document.startsWith("docs");
            assertTrue(
                    document + " has " + size + " bytes",
                    size <= BYTES_OF_A_PAGE
                            || isPage == false && document.endsWith("README.md") == false);
            docs += isPage ? size : 0;
        }
        assertTrue("docs have " + docs + " bytes", docs <= BYTES_OF_DOCS);
    }

    @Test
    public void sentencesAreShort() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path document : documents()) {
            String prose = TABLE_OR_HEADING.matcher(withoutBlocks(document)).replaceAll("");
            String words = CODE.matcher(prose).replaceAll("code");
            for (String paragraph : PARAGRAPH.split(LINK.matcher(words).replaceAll("]"))) {
                for (String sentence : SENTENCE.split(paragraph)) {
                    if (WORD.matcher(sentence).results().count() > WORDS_OF_A_SENTENCE) {
                        tooLong.add(document + ": " + sentence);
                    }
                }
            }
        }
        assertEquals(List.of(), tooLong);
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(Path.of(""));
                Stream<Path> docs =
                        Files.walk(Path.of("docs"))) {
            return Stream.concat(top, docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .toList();
        }
    }

    /** Returns the anchors that a forge makes of the headings of a document. */
    private static Set<String> headings(Path document) throws IOException {
        Set<String> anchors = new HashSet<>();
        for (MatchResult heading : HEADING.matcher(withoutBlocks(document)).results().toList()) {
            anchors.add(
                    heading.group(1)
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                            .strip()
                            .replace(' ', '-'));
        }
        return anchors;
    }

    private static List<String> links(Path document) throws IOException {
        return LINK.matcher(CODE.matcher(withoutBlocks(document)).replaceAll(""))
                .results()
                .map(link -> link.group(1))
                .filter(link -> link.contains("://") == false)
                .toList();
    }

    private static String withoutBlocks(Path document) throws IOException {
        return BLOCK.matcher(Files.readString(document)).replaceAll("");
    }
}
