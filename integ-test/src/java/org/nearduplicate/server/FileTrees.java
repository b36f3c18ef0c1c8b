package org.nearduplicate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies and deletes directories with all that is in them. */
final class FileTrees {

    private FileTrees() {}

    static void copy(Path from, Path to) throws IOException {
        for (Path source : list(from)) {
            Path target = to.resolve(from.relativize(source));
            if (Files.isDirectory(source)) {
                Files.createDirectories(target);
            } else {
                Files.copy(source, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    static void delete(Path root) throws IOException {
        for (Path file : list(root).stream().sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
        }
    }

    /** Each directory before what is in it. */
    private static List<Path> list(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.toList();
        }
    }
}
