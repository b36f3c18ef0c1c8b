package org.nearduplicate.benchmark.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.FSDirectory;

/**
 * The bytes of an index of one segment, by the extensions of its files.
 *
 * @param documents the number of its documents
 * @param extensions the bytes of each
 */
record IndexBytes(int documents, Map<String, Long> extensions) {

    /**
     * Reads the lengths of the files.
     *
     * @throws IllegalStateException if it has several segments, or no files of their own
     */
    static IndexBytes of(Path path) throws IOException {
        try (FSDirectory directory = FSDirectory.open(path);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            if (reader.leaves().size() != 1) {
                throw new IllegalStateException("not merged: " + reader);
            }
            SegmentReader segment = (SegmentReader) reader.leaves().getFirst().reader();
            if (segment.getSegmentInfo().info.getUseCompoundFile()) {
                throw new IllegalStateException("one file for all: " + reader);
            }
            Map<String, Long> extensions = new TreeMap<>();
            for (String file : segment.getSegmentInfo().files()) {
                extensions.merge(
                        IndexFileNames.getExtension(file), directory.fileLength(file), Long::sum);
            }
            return new IndexBytes(reader.numDocs(), extensions);
        }
    }

    /** Returns the bytes a document of all files. */
    double all() {
        return extensions.values().stream().mapToDouble(this::share).sum();
    }

    /** Returns the bytes a document of the files with one of these extensions. */
    double of(String... of) {
        double bytes = 0;
        for (String extension : of) {
            bytes += share(extensions.getOrDefault(extension, 0L));
        }
        return bytes;
    }

    private double share(long bytes) {
        return (double) bytes / documents;
    }
}
