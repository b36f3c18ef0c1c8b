package org.nearduplicate.groups;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.util.ArrayUtil;
import org.nearduplicate.sketch.BudgetedSort;
import org.nearduplicate.sketch.JobMonitor;

/** Collects which terms of a range some shards have. Belongs to one thread. */
final class BandKeys {

    private final JobMonitor monitor;
    private long[] keys = new long[0];
    private int count;

    private BandKeys(JobMonitor monitor) {
        this.monitor = monitor;
    }

    /**
     * Walks the terms of a range.
     *
     * @param shards the shards, one after the other
     * @param range the range
     * @param others keys of the range beside those of the shards
     * @param monitor is asked for 8 bytes a term, and more while they are collected
     * @return the keys of the terms, ascending, each once
     */
    static long[] of(
            List<? extends Shard> shards, KeyRange range, Collection<Long> others,
            GroupsProgress monitor) {
        BandKeys found = new BandKeys(monitor);
        others.forEach(found::add);
        WalkOptions options = WalkOptions.of(shards.size(), range.to()).withLoneDocuments();
        for (int shard = 0; shard < shards.size(); shard++) {
            BandStream terms = new BandStream(shard, shards.get(shard), range, options, monitor);
            while (terms.next()) {
                found.add(terms.key());
            }
        }
        return found.distinct();
    }

    private void add(long key) {
        if (count == keys.length) {
            int length = ArrayUtil.oversize(count + 1, Long.BYTES);
            monitor.reserve(length * (long) Long.BYTES);
            long[] grown = Arrays.copyOf(keys, length);
            monitor.reserve(-keys.length * (long) Long.BYTES);
            keys = grown;
        }
        keys[count++] = key;
    }

    private long[] distinct() {
        BudgetedSort.sort(keys, 0, count, monitor);
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            if (distinct == 0 || keys[distinct - 1] != keys[i]) {
                keys[distinct++] = keys[i];
            }
        }
        return Arrays.copyOf(keys, distinct);
    }
}
