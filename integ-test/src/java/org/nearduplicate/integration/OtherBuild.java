package org.nearduplicate.integration;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Makes a build of the plugin whose messages are of the next version, and which is the same otherwise. */
final class OtherBuild {

    private static final String CLASS = "org/nearduplicate/elasticsearch/request/WireVersion";
    private static final Pattern DECLARATION = Pattern.compile("(CURRENT = )(\\d+);");

    private OtherBuild() {}

    /** Returns the version that this build's source names. */
    static int version() throws IOException {
        Matcher declaration = DECLARATION.matcher(source());
        if (declaration.find() == false) {
            throw new AssertionError("no version in:\n" + source());
        }
        return Integer.parseInt(declaration.group(2));
    }

    /** Returns the version of the other build. */
    static int otherVersion() throws IOException {
        return version() + 1;
    }

    /** Writes the zip of the other build into a directory. */
    static Path write(Path plugin, Path directory) throws IOException {
        Path zip = Files.copy(plugin, directory.resolve("other-build.zip"));
        Path jar = directory.resolve("other-build.jar");
        try (FileSystem inZip = open(zip)) {
            Path jarInZip = pluginJar(inZip);
            Files.copy(jarInZip, jar);
            try (FileSystem inJar = open(jar)) {
                Files.copy(
                        compile(directory), inJar.getPath(CLASS + ".class"),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            Files.copy(jar, jarInZip, StandardCopyOption.REPLACE_EXISTING);
        }
        return zip;
    }

    private static String source() throws IOException {
        Path root = Path.of(System.getProperty("basedir", ""));
        return Files.readString(root.resolve("src/main/java/" + CLASS + ".java"));
    }

    private static Path compile(Path directory) throws IOException {
        String other = DECLARATION.matcher(source()).replaceFirst("$1" + otherVersion() + ";");
        Path file = Files.writeString(directory.resolve("WireVersion.java"), other);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null, null, null,
                        "-proc:none", "--release", "21",
                        "-classpath", System.getProperty(
                                "surefire.test.class.path", System.getProperty("java.class.path")),
                        "-d", directory.toString(),
                        file.toString());
        if (status != 0) {
            throw new AssertionError("javac ended with " + status);
        }
        return directory.resolve(CLASS + ".class");
    }

    private static Path pluginJar(FileSystem zip) throws IOException {
        try (Stream<Path> files = Files.list(zip.getPath("/"))) {
            return files
                    .filter(file -> file.getFileName().toString().startsWith(
                            "elasticsearch-near-duplicate"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static FileSystem open(Path zip) throws IOException {
        return FileSystems.newFileSystem(URI.create("jar:" + zip.toUri()), Map.of());
    }
}
