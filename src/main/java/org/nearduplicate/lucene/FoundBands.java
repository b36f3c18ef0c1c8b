package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.BandRows;

/**
 * Finds which of many texts share a band with a document, by one pass over each segment in the order of the terms: a term near the
 * last one is found in two thirds of the time, and a text that shares no band, as most incoming ones do, needs no search.
 */
public final class FoundBands {

    /** Bands that are sought in one pass, about: they take 400 kB. */
    private static final int IN_A_PASS = 1 << 14;

    /** A key, its rows and its number, twice while they are sorted. */
    private static final int BYTES_OF_BAND = 2 * (Long.BYTES + Byte.BYTES + Integer.BYTES);

    /**
     * The bands of a text.
     *
     * @param keys those of its band terms, none of a text that is not looked up
     * @param rows how many rows of a band a query takes
     */
    public record Bands(long[] keys, int rows) {}

    private FoundBands() {}

    /**
     * Finds the texts. O(bands of all texts) seeks a segment.
     *
     * @param monitor is charged meanwhile, and says whether to go on
     * @return the numbers of the texts that share a band with a document, which may be deleted or hidden
     */
    public static BitSet of(
            List<Bands> texts, IndexReader reader, String field, JobMonitor monitor)
            throws IOException {
        BitSet found = new BitSet(texts.size());
        for (int from = 0, to = 0; from < texts.size(); from = to) {
            int bands = 0;
            while (to < texts.size() && bands < IN_A_PASS) {
                bands += texts.get(to++).keys().length;
            }
            long bytes = (long) BYTES_OF_BAND * bands;
            monitor.reserve(bytes);
            new Pass(texts, from, to, bands, monitor).seek(reader, field, found, monitor);
            // After a failure the account of the request gives it back.
            monitor.reserve(-bytes);
        }
        return found;
    }

    /** The bands of some texts in the order of their terms, each with the number of its text. */
    private static final class Pass {

        private final TermKeys bands;
        private final int[] texts;

        Pass(List<Bands> all, int from, int to, int count, JobMonitor monitor) {
            long[] keys = new long[count];
            byte[] rows = new byte[count];
            int[] textOf = new int[count];
            int end = 0;
            for (int text = from; text < to; text++) {
                int begin = end;
                Bands of = all.get(text);
                System.arraycopy(of.keys(), 0, keys, begin, of.keys().length);
                end += of.keys().length;
                Arrays.fill(rows, begin, end, (byte) of.rows());
                Arrays.fill(textOf, begin, end, text);
            }
            int[] order = new int[count];
            Arrays.setAll(order, i -> i);
            IntSorter.sort(
                    order, 0, count,
                    (a, b) -> Long.compare(
                            BandRows.first(keys[a], rows[a]), BandRows.first(keys[b], rows[b])),
                    monitor);
            bands = new TermKeys(new long[count], new byte[count]);
            texts = new int[count];
            for (int i = 0; i < count; i++) {
                bands.keys()[i] = keys[order[i]];
                bands.rows()[i] = rows[order[i]];
                texts[i] = textOf[order[i]];
            }
        }

        void seek(IndexReader reader, String field, BitSet found, JobMonitor monitor)
                throws IOException {
            for (LeafReaderContext segment : reader.leaves()) {
                TermSeeks.seek(
                        segment.reader(), field, bands, 0, bands.count(),
                        monitor::checkCancelled, (i, at) -> {
                            found.set(texts[i]);
                            return false;
                        });
            }
        }
    }
}
