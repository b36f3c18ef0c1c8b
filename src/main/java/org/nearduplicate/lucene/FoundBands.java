package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The bands of many texts that a reader has, found by one pass over each segment in the order of the terms: a term near the
 * last one is found in two thirds of the time, and a text that shares no band, as most incoming ones do, needs no search.
 * O(bands of all texts) seeks a segment.
 */
final class FoundBands {

    /** A key, its rows and its number, twice while they are sorted, and its bits. */
    private static final int BYTES_OF_BAND = 2 * (Long.BYTES + Byte.BYTES) + Integer.BYTES + 1;

    /** The keys of all texts in their order. */
    private final TermKeys inOrder;

    /** The number of each of these where the bands of a text follow those of the text before. */
    private final int[] numbers;

    private final BitSet found = new BitSet();

    private FoundBands(List<TermKeys> texts, int count, JobMonitor monitor) {
        long[] keys = new long[count];
        byte[] rows = new byte[count];
        int end = 0;
        for (TermKeys text : texts) {
            System.arraycopy(text.keys(), 0, keys, end, text.count());
            System.arraycopy(text.rows(), 0, rows, end, text.count());
            end += text.count();
        }
        numbers = new int[count];
        Arrays.setAll(numbers, number -> number);
        IntSorter.sort(
                numbers, 0, count,
                (a, b) -> Long.compare(
                        BandRows.first(keys[a], rows[a]), BandRows.first(keys[b], rows[b])),
                monitor);
        long[] sortedKeys = new long[count];
        byte[] sortedRows = new byte[count];
        for (int i = 0; i < count; i++) {
            sortedKeys[i] = keys[numbers[i]];
            sortedRows[i] = rows[numbers[i]];
        }
        inOrder = new TermKeys(sortedKeys, sortedRows);
    }

    /**
     * Finds what there is of texts, whether or not its documents are deleted or hidden.
     *
     * @param monitor is charged meanwhile, and says whether to go on
     * @return the terms of each text that some segment has, in the order of the texts
     */
    static List<TermKeys> of(
            List<TermKeys> texts, IndexReader reader, String field, JobMonitor monitor)
            throws IOException {
        int count = texts.stream().mapToInt(TermKeys::count).sum();
        long bytes = (long) BYTES_OF_BAND * count;
        monitor.reserve(bytes);
        try {
            FoundBands bands = new FoundBands(texts, count, monitor);
            for (LeafReaderContext segment : reader.leaves()) {
                bands.seek(segment.reader().terms(field), monitor::checkCancelled);
            }
            int[] start = {0};
            return texts.stream().map(text -> bands.found(text, start)).toList();
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private void seek(Terms indexed, Runnable checkCancelled) throws IOException {
        if (indexed != null) {
            new TermSeeks(indexed, indexed.iterator(), inOrder, checkCancelled, (i, at) -> {
                found.set(numbers[i]);
                return false;
            }).seek(0, inOrder.count(), System::nanoTime);
        }
    }

    /** Returns what was found of the text whose numbers start there, and moves on to the next. */
    private TermKeys found(TermKeys text, int[] start) {
        BitSet missing = new BitSet(text.count());
        for (int i = 0; i < text.count(); i++) {
            missing.set(i, found.get(start[0] + i) == false);
        }
        start[0] += text.count();
        return text.without(missing);
    }
}
