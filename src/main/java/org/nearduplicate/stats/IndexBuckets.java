package org.nearduplicate.stats;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.UnionFind;
import org.nearduplicate.stats.FieldFigures.LargeBuckets;

/**
 * Adds up the large buckets of the shards of an index by the least keys that they may have. A shard may not have reported
 * a bucket, so its number of documents is a lower bound, exact for a single shard. Not thread-safe.
 */
public final class IndexBuckets {

    /** What a bucket takes on the heap, in the maps. */
    private static final long BUCKET_BYTES = 250;

    private static final Comparator<Sum> LARGEST_FIRST =
            Comparator.comparingLong(Sum::documents).reversed().thenComparing(Sum::key);

    private final JobMonitor monitor;
    private final TreeMap<Long, Sum> sums = new TreeMap<>();

    /** Keys of buckets that share documents. */
    private final List<long[]> sharing = new ArrayList<>();

    private long mostElsewhere;
    private int shards;

    /** Creates a sum of no shards. The monitor is charged for memory. */
    public IndexBuckets(JobMonitor monitor) {
        this.monitor = monitor;
    }

    /**
     * The largest bucket of an index among those that share documents in some shard.
     *
     * @param documents the documents that it has at least, 2 or more
     * @param band the band whose rows they share, from 0
     * @param bands the number of bands with such large buckets, at least 1
     * @param example what is shown of it
     */
    public record NamedBucket(long documents, int band, int bands, BucketExample example) {}

    /** The documents of a bucket in all shards, and what one of these shows. */
    private record Sum(long key, long documents, BucketExample example) {

        private Sum plus(Sum other) {
            return new Sum(key, documents + other.documents, example.or(other.example));
        }
    }

    /**
     * Adds the largest buckets of a shard.
     *
     * @param examples what is shown of them, among it their first documents
     * @param most the most documents of any other bucket of the shard
     */
    public void add(List<LargeBuckets> largest, List<BucketExample> examples, int most) {
        Map<Integer, Long> families = new HashMap<>();
        for (int i = 0; i < largest.size(); i++) {
            monitor.checkCancelled();
            LargeBuckets buckets = largest.get(i);
            BucketExample example = examples.get(i);
            monitor.reserve(buckets.documents().size() * BUCKET_BYTES);
            long family =
                    families.computeIfAbsent(
                            buckets.family(), none -> buckets.documents().firstKey());
            buckets.documents().forEach((key, documents) -> {
                sums.merge(key, new Sum(key, documents, example), Sum::plus);
                sharing.add(new long[] {family, key});
            });
        }
        mostElsewhere += most;
        shards++;
    }

    /**
     * Returns the error bound: a bucket that is returned may have so many more documents, and another bucket that shares
     * none with it may have so many more than the last one. 0 if there is one shard, of which all is known.
     */
    public long errorUpperBound() {
        return shards > 1 ? mostElsewhere : 0;
    }

    /**
     * Returns the largest buckets; of those that share documents in some shard only the largest. O(n log n) for n buckets.
     *
     * @return the largest first; of equally large ones the one of the lowest band and term
     */
    public List<NamedBucket> largest(int size) {
        return families().stream()
                .map(family -> family.stream().sorted(LARGEST_FIRST).toList())
                .sorted(Comparator.comparing(List::getFirst, LARGEST_FIRST))
                .limit(size)
                .map(IndexBuckets::named)
                .toList();
    }

    private Collection<List<Sum>> families() {
        Map<Long, Integer> numbers = new HashMap<>();
        sums.keySet().forEach(key -> numbers.put(key, numbers.size()));
        UnionFind sets = new UnionFind(numbers.size());
        int step = 0;
        for (long[] both : sharing) {
            monitor.checkCancelled(step++);
            sets.union(numbers.get(both[0]), numbers.get(both[1]));
        }
        return sums.values()
                .stream()
                .collect(Collectors.groupingBy(sum -> sets.find(numbers.get(sum.key))))
                .values();
    }

    private static NamedBucket named(List<Sum> family) {
        Sum largest = family.getFirst();
        long bands =
                family.stream().mapToInt(sum -> BandTermFormat.band(sum.key)).distinct().count();
        return new NamedBucket(
                largest.documents, BandTermFormat.band(largest.key), Math.toIntExact(bands),
                family.stream().map(Sum::example).reduce(BucketExample::or).orElseThrow());
    }
}
