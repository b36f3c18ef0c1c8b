package org.nearduplicate.groups.shard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.nearduplicate.sketch.BandRows;

/** Everything that a shard answers to a walk, answer after answer. */
public final class Walks {

    /** Behind the terms of any format. */
    public static final ScanPosition END = new ScanPosition(Long.MAX_VALUE, 0);

    private final SortedMap<Long, int[]> terms = new TreeMap<>();
    private final List<BandBlock> blocks = new ArrayList<>();
    private long leftOut;

    private Walks() {}

    /** Options under which a shard answers everything at once, and buckets are whole terms. */
    public static ScanOptions unbounded(int minDocuments) {
        return unbounded(minDocuments, BandRows.MOST, Long.MAX_VALUE);
    }

    /** Options under which a shard answers everything before a key at once. */
    public static ScanOptions unbounded(int minDocuments, int rows, long endKey) {
        return new ScanOptions(
                minDocuments, rows, Integer.MAX_VALUE, Integer.MAX_VALUE, endKey);
    }

    /** Writes a term. */
    static void write(BandBlock.Writer writer, long key, int... docs) {
        writer.begin(key);
        for (int doc : docs) {
            writer.add(doc);
        }
        writer.end();
        writer.endBucket(1);
    }

    /** Walks all of a shard. */
    static Walks of(Shard shard, ScanOptions options) {
        Walks walks = new Walks();
        ScanPosition next = ScanPosition.START;
        while (next.equals(options.end()) == false) {
            BandBlock block = shard.scan(next, options).join();
            walks.add(block, next);
            next = block.next();
        }
        return walks;
    }

    /** Returns the documents of each key, of all parts of a term. */
    SortedMap<Long, int[]> terms() {
        return terms;
    }

    /** Returns the number of terms that were left out. */
    long leftOut() {
        return leftOut;
    }

    /** Returns the answers. */
    List<BandBlock> blocks() {
        return blocks;
    }

    private void add(BandBlock block, ScanPosition start) {
        blocks.add(block);
        leftOut += block.leftOut();
        BandBlock.Cursor cursor = new BandBlock.Cursor(block, start);
        while (cursor.next()) {
            int[] before = terms.getOrDefault(cursor.key(), new int[0]);
            int[] docs = Arrays.copyOf(before, before.length + cursor.count());
            for (int i = 0; i < cursor.count(); i++) {
                docs[before.length + i] = cursor.doc(i);
            }
            terms.put(cursor.key(), docs);
        }
    }
}
