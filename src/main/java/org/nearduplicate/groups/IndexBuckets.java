package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Merges the largest buckets of the shards of an index by their band terms. What a shard did not tell of a bucket is
 * missing in it, so its number of documents is a lower bound, exact where there is one shard. Belongs to one thread.
 */
public final class IndexBuckets {

    /** What a band term takes on the heap, in a map, with its documents. */
    private static final long KEY_BYTES = 120;

    private final JobMonitor monitor;
    private final Map<Long, Sum> sums = new HashMap<>();
    private long mostElsewhere;
    private int shards;

    /**
     * @param monitor is asked for memory, and may stop the merge
     */
    public IndexBuckets(JobMonitor monitor) {
        this.monitor = monitor;
    }

    /** The documents of a bucket in all shards, and one of them. */
    private record Sum(long documents, int shard, int doc, DocumentName name) {

        private Sum plus(int more) {
            return new Sum(documents + more, shard, doc, name);
        }
    }

    /**
     * Adds those of a shard.
     *
     * @param largest its largest buckets
     * @param names how the first document of each is called
     * @param most the documents that any other bucket of the shard has at most
     */
    public void add(List<LargeBucket> largest, List<DocumentName> names, int most) {
        monitor.checkCancelled();
        for (int i = 0; i < largest.size(); i++) {
            LargeBucket bucket = largest.get(i);
            Sum alone = new Sum(bucket.documents(), shards, bucket.first(), names.get(i));
            for (Long key : bucket.keys()) {
                monitor.reserve(KEY_BYTES);
                sums.merge(key, alone, (sum, added) -> sum.plus(bucket.documents()));
            }
        }
        mostElsewhere += most;
        shards++;
    }

    /**
     * Returns how far numbers may be off: a bucket that is listed may have so many documents more, and one that is not
     * listed may have so many at all or as many as the last one listed. 0 if there is one shard, of which all is known.
     */
    public long errorUpperBound() {
        return shards > 1 ? mostElsewhere : 0;
    }

    /**
     * Returns the largest buckets. O(n log n) of those added.
     *
     * @param size how many at most
     * @return the buckets, the largest first, of equally large ones those of the lowest band and term
     */
    public List<NamedBucket> largest(int size) {
        Map<Sum, List<Long>> same = new LinkedHashMap<>();
        sums.keySet().stream().sorted().forEach(
                key -> same.computeIfAbsent(sums.get(key), sum -> new ArrayList<>()).add(key));
        return same.entrySet()
                .stream()
                .sorted(
                        Comparator.<Map.Entry<Sum, List<Long>>>comparingLong(
                                entry -> entry.getKey().documents)
                                .reversed())
                .limit(size)
                .map(entry -> new NamedBucket(
                        entry.getKey().documents,
                        entry.getValue().stream().map(BandTermFormat::band).toList(),
                        entry.getKey().name))
                .toList();
    }
}
