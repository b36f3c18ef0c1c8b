package org.nearduplicate.tuning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.job.BudgetedSort;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.job.ScopedMonitor;
import org.nearduplicate.lucene.TextSketcher;
import org.nearduplicate.sketch.Scheme;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.sets.ShingleSet;

/**
 * The distinct shingle sets of a sample under one shingle setting. Documents with equal sets are one <em>content</em>:
 * all figures of one are those of all, and a thousand copies cost no more than one. The memory of the sets is charged.
 * Not thread-safe.
 */
final class ShingledSample {

    /** What a content costs beside its shingles. */
    private static final long BYTES_PER_CONTENT = 100;

    /** What a term takes, and its list if it has several documents: measured for the 727 licences, in one segment. */
    private static final double BYTES_PER_TERM = 7;
    private static final double BYTES_PER_LIST = 2.5;

    /** Analyzers take the name of a field. That of a sample is in no mapping. */
    private static final String FIELD = "sample";

    private final List<ShingleSet> sets = new ArrayList<>();
    private final List<List<String>> texts = new ArrayList<>();
    private final ShingleSetting setting;
    private final Analyzer analyzer;
    private final JobMonitor monitor;
    private int[] copies = new int[0];
    private int documents;
    private int withoutShingles;

    /** Shingles a sample. The truth does not depend on how shingles are hashed; it is found with the default. */
    ShingledSample(
            List<List<String>> sample, ShingleSetting setting, Analyzer analyzer,
            JobMonitor monitor) {
        this.setting = setting;
        this.analyzer = analyzer;
        this.monitor = monitor;
        TextSketcher sketcher = sketcher(setting.byDefault());
        Map<ShingleSet, Integer> contents = new HashMap<>();
        ShingleHashes hashes = new ShingleHashes(monitor::reserve);
        for (List<String> values : sample) {
            monitor.checkCancelled();
            hashes.clear();
            values.forEach(value -> sketcher.shingle(value, hashes));
            if (hashes.isEmpty()) {
                withoutShingles++;
            } else {
                add(ShingleSet.of(hashes), values, contents);
            }
        }
        hashes.clear();
    }

    /** Returns what sketches texts, with the analyzer of the sample. */
    TextSketcher sketcher(Scheme scheme) {
        return new TextSketcher(FIELD, analyzer, scheme);
    }

    ShingleSetting setting() {
        return setting;
    }

    private void add(ShingleSet set, List<String> values, Map<ShingleSet, Integer> contents) {
        documents++;
        Integer known = contents.putIfAbsent(set, sets.size());
        if (known != null) {
            copies[known]++;
            return;
        }
        monitor.reserve(BYTES_PER_CONTENT + (long) Long.BYTES * set.size());
        sets.add(set);
        texts.add(values);
        copies = ArrayUtil.grow(copies, sets.size());
        copies[sets.size() - 1] = 1;
    }

    int contents() {
        return sets.size();
    }

    /** Returns how many documents have a shingle. */
    int documents() {
        return documents;
    }

    int withoutShingles() {
        return withoutShingles;
    }

    ShingleSet set(int content) {
        return sets.get(content);
    }

    /** Returns the texts of one document of a content. */
    List<String> texts(int content) {
        return texts.get(content);
    }

    /** Returns the sum of the sizes of the shingle sets. */
    long shingles() {
        return sets.stream().mapToLong(ShingleSet::size).sum();
    }

    /** Returns how many documents have a content. */
    int copies(int content) {
        return copies[content];
    }

    /** Returns how many pairs of documents have the same content. */
    long identicalPairs() {
        return Arrays.stream(copies, 0, contents()).mapToLong(ShingledSample::pairsWithin).sum();
    }

    /** Returns how many pairs of documents there are. */
    long pairs() {
        return pairsWithin(documents);
    }

    /** Returns how many pairs of documents a pair of contents stands for. */
    long pairsBetween(int a, int b) {
        return (long) copies(a) * copies(b);
    }

    private static long pairsWithin(int documents) {
        return (long) documents * (documents - 1) / 2;
    }

    /** Estimates the bytes per document of terms in an inverted index, by the distinct keys of each content. */
    double termBytes(IntFunction<long[]> keys) {
        int size = 0;
        for (int content = 0; content < contents(); content++) {
            monitor.checkCancelled();
            size += keys.apply(content).length;
        }
        try (ScopedMonitor memory = new ScopedMonitor(monitor)) {
            memory.reserve((long) (Long.BYTES + Integer.BYTES) * size);
            long[] terms = new long[size];
            int filled = 0;
            for (int content = 0; content < contents(); content++) {
                long[] own = keys.apply(content);
                System.arraycopy(own, 0, terms, filled, own.length);
                filled += own.length;
            }
            BudgetedSort.sort(terms, 0, size, monitor);
            int[] frequencies = new int[size];
            for (int content = 0; content < contents(); content++) {
                monitor.checkCancelled();
                for (long key : keys.apply(content)) {
                    // Of equal terms the search always finds the same one, which stands for all of them.
                    frequencies[Arrays.binarySearch(terms, key)] += copies(content);
                }
            }
            return Arrays.stream(frequencies).mapToDouble(this::termBytes).sum() / documents;
        }
    }

    /** Estimates the bytes of a term and of its list of documents, which is written as differences; 0 for no document. */
    double termBytes(int frequency) {
        if (frequency == 0) {
            return 0;
        }
        int bytesPerDocument = documents / frequency < 128 ? 1 : 2;
        return BYTES_PER_TERM + (frequency > 1 ? BYTES_PER_LIST : 0) + bytesPerDocument * frequency;
    }
}
