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

/** Every link of a document leads somewhere, and README is short. */
public class DocumentsTest {

    private static final Pattern BLOCK =
            Pattern.compile("^ *```.*?^ *```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    private static final int MOST_OF_README = 15_000;

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
    public void readmeIsShort() throws IOException {
        long size = Files.size(Path.of("README.md"));
        assertTrue(size + " bytes", size <= MOST_OF_README);
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
        String text = BLOCK.matcher(Files.readString(document)).replaceAll("");
        for (MatchResult heading : HEADING.matcher(text).results().toList()) {
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
        String text = BLOCK.matcher(Files.readString(document)).replaceAll("");
        return LINK.matcher(CODE.matcher(text).replaceAll(""))
                .results()
                .map(link -> link.group(1))
                .filter(link -> link.contains("://") == false)
                .toList();
    }
}
