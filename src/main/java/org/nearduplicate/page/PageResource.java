package org.nearduplicate.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The parts of pages, which are files beside this class. */
final class PageResource {

    /** Where a source map would be loaded from, which no page has. */
    private static final String SOURCE_MAP = "(?m)^//# sourceMappingURL=.*$";

    private PageResource() {}

    /** Returns what is in a file. */
    static String read(String name) {
        try (InputStream file = PageResource.class.getResourceAsStream(name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll(SOURCE_MAP, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
