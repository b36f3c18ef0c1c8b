package org.nearduplicate.page;

import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pages as texts. */
public final class Pages {

    private static final String DATA =
            "(?s)<script type=\"application/json\" id=\"%s\">(.*?)</script>";

    private Pages() {}

    /** Returns the page of an answer, to an empty request. */
    public static String html(Page page, String answer) throws IOException {
        return html(page, "{}", answer);
    }

    /** Returns the page of an answer. */
    public static String html(Page page, String request, String answer) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        page.write(
                request, new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Returns the JSON in a page: its {@code request}, or its {@code answer}. */
    public static String data(String page, String id) {
        Matcher found = Pattern.compile(String.format(Locale.ROOT, DATA, id)).matcher(page);
        assertTrue(found.find());
        return found.group(1);
    }
}
