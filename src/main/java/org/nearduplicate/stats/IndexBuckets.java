package org.nearduplicate.stats;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.UnionFind;
import org.nearduplicate.stats.FieldFigures.LargeBuckets;

/**
 * Adds up the large buckets of the shards of an index by the least keys that they may have. What a shard did not tell of
 * a bucket is missing in it, so its number of documents is a lower bound, exact where there is one shard. Belongs to one
 * thread.
 */
public final class IndexBuckets {

    /** What a bucket takes on the heap: in the maps, and its number. */
    private static final long BUCKET_BYTES = 250;

    private static final Comparator<Sum> LARGEST_FIRST =
            Comparator.comparingLong(Sum::documents).reversed().thenComparing(Sum::key);

    private final JobMonitor monitor;
    private final TreeMap<Long, Sum> sums = new TreeMap<>();

    /** Keys of buckets that share documents. */
    private final List<long[]> sharing = new ArrayList<>();

    private long mostElsewhere;
    private int shards;

    /** Creates a sum of no shards, which asks a monitor for memory. */
    public IndexBuckets(JobMonitor monitor) {
        this.monitor = monitor;
    }

    /**
     * The largest bucket of an index among those that share documents in some shard.
     *
     * @param documents how many documents it has at least, 2 or more
     * @param band the band whose rows they share, from 0
     * @param bands in how many bands there are such large buckets, at least 1
     * @param example how one of its documents is called
     */
    public record NamedBucket(long documents, int band, int bands, DocumentName example) {}

    /** The documents of a bucket in all shards, and one of them. */
    private record Sum(long key, long documents, DocumentName example) {

        private Sum plus(Sum other) {
            return new Sum(key, documents + other.documents, example);
        }
    }

    /**
     * Adds those of a shard.
     *
     * @param largest its largest buckets
     * @param names how the first document of each is called
     * @param most the documents that any other bucket of the shard has at most
     */
    public void add(List<LargeBuckets> largest, List<DocumentName> names, int most) {
        Map<Integer, Long> families = new HashMap<>();
        for (int i = 0; i < largest.size(); i++) {
            monitor.checkCancelled();
            LargeBuckets buckets = largest.get(i);
            DocumentName name = names.get(i);
            monitor.reserve(buckets.documents().size() * BUCKET_BYTES);
            long family =
                    families.computeIfAbsent(
                            buckets.family(), none -> buckets.documents().firstKey());
            buckets.documents().forEach((key, documents) -> {
                sums.merge(key, new Sum(key, documents, name), Sum::plus);
                sharing.add(new long[] {family, key});
            });
        }
        mostElsewhere += most;
        shards++;
    }

    /**
     * Returns how far numbers may be off: a bucket that is told may have so many documents more, and one that shares
     * none with it at most so many more than the last that is told. 0 if there is one shard, of which all is known.
     */
    public long errorUpperBound() {
        return shards > 1 ? mostElsewhere : 0;
    }

    /**
     * Returns the largest buckets; of those that share documents in some shard the largest alone. O(n log n) of those
     * added.
     *
     * @param size how many at most
     * @return the buckets, the largest first, of equally large ones that of the lowest band and term
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
                largest.example);
    }
}
