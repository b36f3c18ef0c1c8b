package org.nearduplicate.tuning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.nearduplicate.lucene.KeyTermStream;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Measures what the terms of a sample take in an inverted index: it makes one, of one segment, in
 * memory. A term costs about the same in a larger index: more of its first characters are shared with its
 * neighbours, and the number of its document takes more.
 */
final class TermIndex {

    private static final String FIELD = "terms";
    private static final FieldType TYPE = MinHashField.termsBeside(DocValuesType.NONE);

    /** What Lucene's postings format writes; the rest of a segment is there without the field too. */
    private static final Set<String> POSTINGS = Set.of("tim", "tip", "tmd", "doc", "psm");

    /** What a term takes at most, in the index and while two copies of it are merged. */
    private static final long BYTES_PER_TERM = 40;

    private static final double BUFFER_MEGABYTES = 8;

    private TermIndex() {}

    /**
     * Measures terms.
     *
     * @param sample the contents
     * @param keys gives those of the terms of each
     * @param termsPerContent how many each has, on the average
     * @param monitor asked for the memory of the index
     * @return bytes of postings per document
     */
    static double bytesPerDocument(
            ShingledSample sample, IntFunction<long[]> keys, double termsPerContent,
            JobMonitor monitor) {
        long bytes =
                (long) (BUFFER_MEGABYTES * (1 << 20)
                        + BYTES_PER_TERM * termsPerContent * sample.documents());
        monitor.reserve(bytes);
        try (Directory directory = new ByteBuffersDirectory()) {
            index(sample, keys, directory, monitor);
            return (double) postings(directory) / sample.documents();
        } catch (IOException e) {
            throw new UncheckedIOException("an index in memory failed", e);
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private static void index(
            ShingledSample sample, IntFunction<long[]> keys, Directory directory,
            JobMonitor monitor)
            throws IOException {
        IndexWriterConfig config = new IndexWriterConfig()
                .setRAMBufferSizeMB(BUFFER_MEGABYTES)
                .setUseCompoundFile(false)
                .setMergeScheduler(new SerialMergeScheduler());
        config.getMergePolicy().setNoCFSRatio(0);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int content = 0; content < sample.contents(); content++) {
                monitor.checkCancelled();
                Field field = new Field(FIELD, new KeyTermStream(keys.apply(content)), TYPE);
                for (int copy = 0; copy < sample.copies(content); copy++) {
                    writer.addDocument(List.of(field));
                }
            }
            writer.forceMerge(1);
        }
    }

    private static long postings(Directory directory) throws IOException {
        long bytes = 0;
        for (String file : directory.listAll()) {
            String extension = IndexFileNames.getExtension(file);
            if (extension != null && POSTINGS.contains(extension)) {
                bytes += directory.fileLength(file);
            }
        }
        return bytes;
    }
}
