package org.nearduplicate.format;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor.Version;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
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
 * What a version of the plugin wrote, committed for all later ones to read: a zip of files, and beside it
 * a manifest with the texts and the answers that brute force found.
 *
 * @param directory holds both, in a directory named after the versions of the plugin and of Elasticsearch that
 *     wrote it
 * @param kind what was written, the name of both files
 */
public record FormatFixture(Path directory, String kind) {

    /** A Lucene index. */
    public static final String INDEX = "index";

    /** A snapshot repository of Elasticsearch. */
    public static final String SNAPSHOT = "snapshot";

    /** The same, of a scheme version that no released version of the plugin knows. */
    public static final String UNKNOWN_SNAPSHOT = "unknown-snapshot";

    private static final String ELASTICSEARCH = "-es";

    private static final Path SOURCES = Path.of("src/test/resources/org/nearduplicate/format");

    /** Returns every committed fixture of a kind that this Elasticsearch can read: none of a later one. */
    public static List<FormatFixture> committed(String kind) throws IOException {
        List<FormatFixture> fixtures = new ArrayList<>();
        try (Stream<Path> versions = Files.list(resources())) {
            versions.sorted()
                    .map(version -> new FormatFixture(version, kind))
                    .filter(fixture -> Files.exists(fixture.zip()))
                    .filter(fixture -> isReadable(fixture.writtenBy(), reader()))
                    .forEach(fixtures::add);
        }
        return fixtures;
    }

    /** Returns where a new fixture goes: into the sources, named by a system property. */
    public static FormatFixture toWrite(String kind) throws IOException {
        String name = System.getProperty("format.name");
        if (name == null) {
            throw new IllegalStateException("-Dformat.name=<version of the plugin> is not set");
        }
        return new FormatFixture(
                Files.createDirectories(SOURCES.resolve(name + ELASTICSEARCH + reader())), kind);
    }

    /** Reads the manifest. */
    public Map<String, Object> manifest() throws IOException {
        try (InputStream json = Files.newInputStream(json());
                XContentParser parser = JsonXContent.jsonXContent.createParser(
                        XContentParserConfiguration.EMPTY, json)) {
            return parser.mapOrdered();
        }
    }

    /** Writes the manifest and the files of a directory; refuses to replace any. */
    public void write(Map<String, ?> manifest, Path files) throws IOException {
        try (XContentBuilder json = JsonXContent.contentBuilder()) {
            Files.writeString(
                    json(), Strings.toString(json.map(manifest)) + "\n",
                    StandardOpenOption.CREATE_NEW);
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

    @Override
    public String toString() {
        return directory.getFileName() + "/" + kind;
    }

    /** Elasticsearch 8.19 came out after 9.0, which cannot read the description of its indices. */
    private static boolean isReadable(Version writer, Version reader) {
        boolean isYounger = writer.toString().startsWith("8.19.")
                && reader.toString().startsWith("9.0.");
        return isYounger == false && writer.compareTo(reader) <= 0;
    }

    private static Version reader() {
        return Version.parse(org.elasticsearch.Version.CURRENT.toString());
    }

    private Version writtenBy() {
        String name = directory.getFileName().toString();
        return Version.parse(name.substring(name.indexOf(ELASTICSEARCH) + ELASTICSEARCH.length()));
    }

    private Path zip() {
        return directory.resolve(kind + ".zip");
    }

    private Path json() {
        return directory.resolve(kind + ".json");
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
