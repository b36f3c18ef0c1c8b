package org.nearduplicate.demo;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * A licence of the SPDX list, as its Java library brings it along.
 *
 * @param id the SPDX identifier
 * @param name the full name
 * @param text the whole text
 */
public record Licence(String id, String name, String text) {

    private static final String DIRECTORY = "resources/stdlicenses/";
    private static final String ONE_OF_THEM = DIRECTORY + "MIT.json";

    /**
     * Reads all licences.
     *
     * @return about 700, ordered by identifier
     * @throws IOException if the library cannot be read
     */
    public static List<Licence> readAll() throws IOException {
        URL one = Licence.class.getClassLoader().getResource(ONE_OF_THEM);
        if (one == null) {
            throw new IllegalStateException("[" + ONE_OF_THEM + "] is not on the class path");
        }
        JarFile library = ((JarURLConnection) one.openConnection()).getJarFile();
        List<Licence> licences = new ArrayList<>();
        for (JarEntry entry : (Iterable<JarEntry>) library.stream()::iterator) {
            if (entry.getName().startsWith(DIRECTORY) && entry.getName().endsWith(".json")) {
                Map<String, Object> json = read(library, entry);
                if (json.containsKey("licenseText")) {
                    licences.add(of(json));
                }
            }
        }
        licences.sort(Comparator.comparing(Licence::id));
        return licences;
    }

    /** Returns what the names of related licences begin with, as GPL and BSD. */
    String family() {
        return id.split("[-0-9]", 2)[0];
    }

    private static Licence of(Map<String, Object> json) {
        return new Licence(
                (String) json.get("licenseId"),
                (String) json.get("name"),
                (String) json.get("licenseText"));
    }

    private static Map<String, Object> read(JarFile library, JarEntry entry) throws IOException {
        try (InputStream in = library.getInputStream(entry);
                XContentParser parser =
                        JsonXContent.jsonXContent.createParser(
                                XContentParserConfiguration.EMPTY, in)) {
            return parser.map();
        }
    }
}
