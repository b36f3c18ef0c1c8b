package org.nearduplicate.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;

/**
 * Answers about the licences as pages, each in a file. The pictures in docs/images are screenshots of them, 1,000 wide, by
 * {@code chromium --headless --hide-scrollbars --window-size=1000,960 --screenshot=curve.png target/licences-curve.html}.
 *
 * @param rest asks for them
 * @param directory where they are written
 */
record LicencePages(RestCalls rest, Path directory) {

    /** What a user asks for a page of the groups, with the name of each licence. */
    private static final String GROUPS =
            """
                    {
                      "field": "text.near",
                      "min_similarity": 0.8,
                      "fields": [ "name" ]
                    }""";

    /**
     * Writes the pages, and prints where they are.
     *
     * @param text compared with a licence
     * @param licence the licence
     */
    void write(String text, String licence, PrintStream out) throws IOException {
        page(out, "groups", "/" + LicenceIndex.NAME, GROUPS);
        page(out, "compare", "/" + LicenceIndex.NAME, Json.of(
                Map.of("field", LicenceIndex.FIELD, "a", text, "b", Map.of("_id", licence))));
        page(out, "tune", "/" + LicenceIndex.NAME, LicenceIndex.TUNE);
        page(out, "curve", "", "{ \"similarity\": 0.5, \"noise_similarity\": 0.05 }");
    }

    private void page(PrintStream out, String name, String index, String body)
            throws IOException {
        String path = index + "/_near_duplicate/" + name + "?format=html";
        Path file = directory.resolve("licences-" + name + ".html");
        Files.writeString(file, rest.call("POST", path, body).ok().text());
        out.println("  " + file + "  POST " + path);
    }
}
