package org.nearduplicate.benchmark.load;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the sources of all documents of an index by a scroll. They are not parsed, only counted. */
final class Export {

    private static final int PAGE = 1_000;
    private static final String KEEP = "1m";
    private static final Pattern SCROLL = Pattern.compile("\"_scroll_id\":\"([^\"]+)\"");
    private static final String SOURCE = "\"_source\":";

    private final Server server;
    private final String index;

    Export(Server server, String index) {
        this.server = server;
        this.index = index;
    }

    /**
     * Reads all pages.
     *
     * @throws IllegalStateException if there are more or fewer documents than expected
     */
    void run(int expected) throws IOException {
        String page = server.call(
                "POST", "/" + index + "/_search?scroll=" + KEEP,
                Map.of("size", PAGE, "sort", "_doc")).text();
        int read = 0;
        for (int count = documents(page); count > 0; count = documents(page)) {
            read += count;
            page = server.call(
                    "POST", "/_search/scroll",
                    Map.of("scroll", KEEP, "scroll_id", scroll(page))).text();
        }
        server.call("DELETE", "/_search/scroll", Map.of("scroll_id", scroll(page)));
        if (read != expected) {
            throw new IllegalStateException(read + " documents read, not " + expected);
        }
    }

    private static String scroll(String page) {
        Matcher matcher = SCROLL.matcher(page);
        matcher.find();
        return matcher.group(1);
    }

    private static int documents(String page) {
        int count = 0;
        for (int at = page.indexOf(SOURCE); at >= 0; at = page.indexOf(SOURCE, at + 1)) {
            count++;
        }
        return count;
    }
}
