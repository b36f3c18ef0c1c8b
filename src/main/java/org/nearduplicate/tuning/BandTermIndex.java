package org.nearduplicate.tuning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.nearduplicate.lucene.BandTermStream;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.Sketch;

/**
 * Measures what the band terms of a sample take in an inverted index: it makes one, of one segment, in
 * memory. A term costs about the same in a larger index: more of its first characters are shared with its
 * neighbours, and the number of its document takes more.
 */
final class BandTermIndex {

    private static final String FIELD = "bands";
    private static final FieldType TYPE = new FieldType();

    /** What Lucene's postings format writes; the rest of a segment is there without the field too. */
    private static final Set<String> POSTINGS = Set.of("tim", "tip", "tmd", "doc", "psm");

    /** What a band term takes at most, in the index and while two copies of it are merged. */
    private static final long BYTES_PER_TERM = 40;

    private static final double BUFFER_MEGABYTES = 8;

    static {
        TYPE.setTokenized(true);
        TYPE.setIndexOptions(IndexOptions.DOCS);
        TYPE.setOmitNorms(true);
        TYPE.freeze();
    }

    private BandTermIndex() {}

    /**
     * Measures a banding.
     *
     * @param signed the sketches
     * @param banding how they are cut
     * @param monitor asked for the memory of the index
     * @return bytes of postings per document
     */
    static double bytesPerDocument(SignedSample signed, Banding banding, JobMonitor monitor) {
        ShingledSample sample = signed.sample();
        long bytes =
                (long) (BUFFER_MEGABYTES * (1 << 20))
                        + BYTES_PER_TERM * banding.bands() * sample.documents();
        monitor.reserve(bytes);
        try (Directory directory = new ByteBuffersDirectory()) {
            index(signed, banding, directory, monitor);
            return (double) postings(directory) / sample.documents();
        } catch (IOException e) {
            throw new UncheckedIOException("an index in memory failed", e);
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private static void index(
            SignedSample signed, Banding banding, Directory directory, JobMonitor monitor)
            throws IOException {
        IndexWriterConfig config = new IndexWriterConfig()
                .setRAMBufferSizeMB(BUFFER_MEGABYTES)
                .setUseCompoundFile(false)
                .setMergeScheduler(new SerialMergeScheduler());
        config.getMergePolicy().setNoCFSRatio(0);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int content = 0; content < signed.sample().contents(); content++) {
                monitor.checkCancelled();
                Terms terms = new Terms(signed.sketch(content).withBanding(banding));
                for (int copy = 0; copy < signed.sample().copies(content); copy++) {
                    writer.addDocument(List.of(terms));
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

    /** The band terms of one document, as a {@code minhash} field indexes them. */
    private static final class Terms extends Field {

        private final Sketch sketch;

        private Terms(Sketch sketch) {
            super(FIELD, TYPE);
            this.sketch = sketch;
        }

        @Override
        public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
            return new BandTermStream(sketch);
        }
    }
}
