package org.nearduplicate.page;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pages there are. A page is an HTML document that needs no other: its style, its scripts, a library
 * and the answer that it shows are in it. The answer is JSON there, which the page's script shows as text,
 * never as markup; and by its policy nothing else is loaded, and nothing runs but its own scripts.
 */
public enum Page {

    /** Bands and rows, and what they find. */
    CURVE("What bands and rows find"),

    /** Settings of a field, measured on a sample. */
    TUNE("Near-duplicate settings");

    private static final String ANSWER = "{{answer}}";

    private final String before;
    private final String after;

    Page(String title) {
        String name = name().toLowerCase(Locale.ROOT);
        String style = PageResource.read("page.css");
        List<String> scripts = Stream.of("chart.umd.min", "page", name)
                .map(script -> PageResource.read(script + ".js"))
                .toList();
        String page = PageResource.read("page.html")
                .replace("{{policy}}", ContentPolicy.of(style, scripts))
                .replace("{{title}}", title)
                .replace("{{style}}", style)
                .replace("{{body}}", PageResource.read(name + ".html"))
                .replace("{{scripts}}", scripts.stream()
                        .map(script -> "<script>" + script + "</script>")
                        .collect(Collectors.joining("\n")));
        int answer = page.indexOf(ANSWER);
        this.before = page.substring(0, answer);
        this.after = page.substring(answer + ANSWER.length());
    }

    /**
     * Returns the page of an answer.
     *
     * @param json the answer, one JSON value; its texts may be anything
     * @return a document in UTF-8
     */
    public String html(String json) {
        StringBuilder page = new StringBuilder(before.length() + json.length() + after.length());
        appendJson(page.append(before), json);
        return page.append(after).toString();
    }

    /**
     * Writes what is more than plain ASCII as JSON escapes it, and what HTML could take for markup. All of
     * that can only be in strings of the JSON, so it stays the same value.
     */
    private static void appendJson(StringBuilder page, String json) {
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c > '~' || c == '<' || c == '>' || c == '&') {
                page.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                page.append(c);
            }
        }
    }
}
