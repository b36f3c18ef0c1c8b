package org.nearduplicate.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pages there are. A page is an HTML document that needs no other: its style, its scripts, libraries
 * and the answer that it shows are in it. The answer is JSON there, which the page's script shows as text,
 * never as markup; and by its policy nothing else is loaded, and nothing runs but its own scripts.
 */
public enum Page {

    /** Bands and rows, and what they find. */
    CURVE("What bands and rows find", "chart.umd.min"),

    /** Settings of a field, measured on a sample. */
    TUNE("Near-duplicate settings", "chart.umd.min"),

    /** Groups of near duplicates, with the texts of their members. */
    GROUPS("Groups of near duplicates", "chart.umd.min", "diff.min", "beside"),

    /** Two texts beside each other. */
    COMPARE("Two texts beside each other", "diff.min", "beside");

    private static final String ANSWER = "{{answer}}";
    private static final String REQUEST = "{{request}}";

    /** Where a source map would be loaded from, which no page has. */
    private static final String SOURCE_MAP = "(?m)^//# sourceMappingURL=.*$";

    private final String before;
    private final String between;
    private final String after;

    Page(String title, String... needed) {
        String name = name().toLowerCase(Locale.ROOT);
        String style = read("page.css");
        List<String> scripts = Stream.concat(Stream.of(needed), Stream.of("page", name))
                .map(script -> read(script + ".js"))
                .toList();
        String page = read("page.html")
                .replace("{{policy}}", policy(style, scripts))
                .replace("{{title}}", title)
                .replace("{{style}}", style)
                .replace("{{body}}", read(name + ".html"))
                .replace("{{scripts}}", scripts.stream()
                        .map(script -> "<script>" + script + "</script>")
                        .collect(Collectors.joining("\n")));
        int request = page.indexOf(REQUEST);
        int answer = page.indexOf(ANSWER);
        this.before = page.substring(0, request);
        this.between = page.substring(request + REQUEST.length(), answer);
        this.after = page.substring(answer + ANSWER.length());
    }

    /** Returns what is in a file beside this class. */
    private static String read(String name) {
        try (InputStream file = Page.class.getResourceAsStream(name)) {
            return new String(file.readAllBytes(), UTF_8).replaceAll(SOURCE_MAP, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the content security policy: a page may use its own style and scripts, by their hashes. */
    private static String policy(String style, List<String> scripts) {
        return "default-src 'none'; style-src " + hash(style) + "; script-src "
                + scripts.stream().map(Page::hash).collect(Collectors.joining(" "))
                + "; base-uri 'none'; form-action 'none'";
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Writes the page of an answer, in UTF-8.
     *
     * @param request one JSON value
     * @param answer one JSON value in UTF-8; its texts may be anything
     */
    public void write(String request, InputStream answer, OutputStream out) throws IOException {
        Writer page = new BufferedWriter(new OutputStreamWriter(out, UTF_8));
        page.write(before);
        writeJson(new StringReader(request), page);
        page.write(between);
        writeJson(new InputStreamReader(answer, UTF_8), page);
        page.write(after);
        page.flush();
    }

    /**
     * Writes what is more than plain ASCII as JSON escapes it, and what HTML could take for markup. All of
     * that can only be in strings of the JSON, so it stays the same value.
     */
    private static void writeJson(Reader json, Writer page) throws IOException {
        char[] buffer = new char[1 << 13];
        for (int length = json.read(buffer); length >= 0; length = json.read(buffer)) {
            int written = 0;
            for (int i = 0; i < length; i++) {
                char c = buffer[i];
                if (c > '~' || c == '<' || c == '>' || c == '&') {
                    page.write(buffer, written, i - written);
                    page.write("\\u");
                    page.write(HexFormat.of().toHexDigits(c));
                    written = i + 1;
                }
            }
            page.write(buffer, written, length - written);
        }
    }
}
