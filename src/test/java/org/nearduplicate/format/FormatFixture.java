package org.nearduplicate.format;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor.Version;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * What a version of the plugin wrote, committed for all later ones to read: a zip of files for each Elasticsearch,
 * and a manifest with the texts and the answers that brute force found.
 *
 * @param directory holds the zip, named after the version of Elasticsearch that wrote it; the manifest is in the one
 *     around it, named after the version of the plugin
 * @param kind what was written, the name of both files
 */
public record FormatFixture(Path directory, String kind) {

    /** A Lucene index. */
    public static final String INDEX = "index";

    /** A snapshot repository of Elasticsearch. */
    public static final String SNAPSHOT = "snapshot";

    /** The same, of a scheme version that no released version of the plugin knows. */
    public static final String UNKNOWN_SNAPSHOT = "unknown-snapshot";

    private static final String ELASTICSEARCH = "es";

    private static final Path SOURCES = Path.of("src/test/resources/org/nearduplicate/format");

    /** Returns every committed fixture of a kind that this Elasticsearch can read: none for the first releases of 8.19. */
    public static List<FormatFixture> readable(String kind) throws IOException {
        return committed(kind).stream().filter(FormatFixture::isReadable).toList();
    }

    /** Returns every committed fixture of a kind. */
    static List<FormatFixture> committed(String kind) throws IOException {
        try (Stream<Path> directories = Files.walk(resources())) {
            return directories.sorted()
                    .map(directory -> new FormatFixture(directory, kind))
                    .filter(fixture -> Files.exists(fixture.zip()))
                    .toList();
        }
    }

    /** Returns where a new fixture goes: into the sources, named by a system property. */
    public static FormatFixture toWrite(String kind) throws IOException {
        String name = System.getProperty("format.name");
        if (name == null) {
            throw new IllegalStateException("-Dformat.name=<version of the plugin> is not set");
        }
        return new FormatFixture(
                Files.createDirectories(SOURCES.resolve(name).resolve(ELASTICSEARCH + reader())),
                kind);
    }

    /** Reads the manifest. */
    public Map<String, Object> manifest() throws IOException {
        try (InputStream json = Files.newInputStream(json());
                XContentParser parser = JsonXContent.jsonXContent.createParser(
                        XContentParserConfiguration.EMPTY, json)) {
            return parser.mapOrdered();
        }
    }

    /** Writes the manifest, unless another Elasticsearch has, and the files of a directory; refuses to replace any. */
    public void write(Map<String, ?> manifest, Path files) throws IOException {
        try (XContentBuilder json = JsonXContent.contentBuilder()) {
            String text = Strings.toString(json.map(manifest)) + "\n";
            if (Files.exists(json()) == false) {
                Files.writeString(json(), text);
            } else if (Files.readString(json()).equals(text) == false) {
                throw new IllegalStateException("another manifest than [" + json() + "]:\n" + text);
            }
        }
        try (ZipOutputStream out = new ZipOutputStream(
                Files.newOutputStream(zip(), StandardOpenOption.CREATE_NEW));
                Stream<Path> all = Files.walk(files)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new ZipEntry(files.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }

    /** Unpacks the files into a directory. */
    public void unpack(Path target) throws IOException {
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip()))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path file = target.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(in, file);
            }
        }
    }

    /** Returns an object of a manifest. */
    @SuppressWarnings("unchecked")
    public static Map<String, ?> map(Object object) {
        return (Map<String, ?>) object;
    }

    /** Returns the members of an object of a manifest. */
    public static Set<? extends Map.Entry<String, ?>> entries(Object object) {
        return map(object).entrySet();
    }

    /** Returns an array of texts of a manifest. */
    @SuppressWarnings("unchecked")
    public static List<String> texts(Object array) {
        return (List<String>) array;
    }

    /** Returns the versions of the plugin and of Elasticsearch that wrote it. */
    public String writer() {
        return directory.getParent().getFileName() + "-" + directory.getFileName();
    }

    @Override
    public String toString() {
        return writer() + "/" + kind;
    }

    /**
     * Nothing reads what a later Elasticsearch wrote. 8.19 came out after 9.0, which knows its Lucene, and not all that
     * it says of an index.
     */
    private boolean isReadable() {
        String written = directory.getFileName().toString().substring(ELASTICSEARCH.length());
        boolean isYounger = written.startsWith("8.19.") && reader().startsWith("9.0.");
        return (isYounger == false || kind.equals(INDEX))
                && Version.parse(written).compareTo(Version.parse(reader())) <= 0;
    }

    private static String reader() {
        return org.elasticsearch.Version.CURRENT.toString();
    }

    private Path zip() {
        return directory.resolve(kind + ".zip");
    }

    private Path json() {
        return directory.resolveSibling(kind + ".json");
    }

    private static Path resources() {
        URL url = FormatFixture.class.getResource("/org/nearduplicate/format/fixtures.md");
        try {
            return Path.of(url.toURI()).getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no files at [" + url + "]", e);
        }
    }
}
