package org.nearduplicate.stats;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.SegmentMerge;
import org.nearduplicate.groups.shard.SegmentMerge.BandTermCursor;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.UnionFind;
import org.nearduplicate.stats.FieldFigures.LargeBuckets;

/**
 * The largest of the buckets that are offered in the order of their keys. Buckets with the same first document take one
 * place together, or a few copies would fill all places. Of equally large buckets those of lower keys go first. Not
 * thread-safe.
 */
final class LargestBuckets {

    /** What a place takes on the heap without its buckets, and what a bucket takes. */
    private static final long PLACE_BYTES = 200;

    private static final long BUCKET_BYTES = 80;

    /** A bucket of one document is shared by nobody. */
    private static final int LEAST = 2;

    private static final Comparator<Place> SMALLEST_FIRST =
            Comparator.<Place>comparingInt(place -> place.most)
                    .thenComparing(place -> place.keyOfMost, Comparator.reverseOrder());

    private final int capacity;
    private final JobMonitor monitor;
    private final TreeMap<Integer, Place> byFirst = new TreeMap<>();
    private final TreeSet<Place> places = new TreeSet<>(SMALLEST_FIRST);
    private int step;

    /**
     * @param capacity the number of places, at least 1
     * @param monitor is charged for places while they are kept
     */
    LargestBuckets(int capacity, JobMonitor monitor) {
        this.capacity = capacity;
        this.monitor = monitor;
    }

    /** The buckets that begin with a document. */
    private static final class Place {

        private final int first;
        private final TreeMap<Long, Integer> documents = new TreeMap<>();
        private int most;
        private long keyOfMost;

        /** Its number in the order of the first documents, once all places are taken. */
        private int number;

        Place(int first) {
            this.first = first;
        }
    }

    /** Returns the fewest documents of a bucket that may get a place. */
    int least() {
        return Math.max(LEAST, mostElsewhere());
    }

    /**
     * Returns the most documents of a bucket without a place: as many as the largest of the last place if all are taken,
     * or else one.
     */
    int mostElsewhere() {
        return places.size() == capacity ? places.first().most : LEAST - 1;
    }

    /**
     * Offers a bucket. O(log capacity).
     *
     * @param key the least key that it may have, above those before
     * @param documents the number of its documents
     * @param first the first document
     */
    void offer(long key, int documents, int first) {
        Place place = byFirst.get(first);
        if (place == null) {
            if (documents <= mostElsewhere()) {
                return;
            }
            place = take(first);
        }
        monitor.reserve(BUCKET_BYTES);
        place.documents.put(key, documents);
        if (documents > place.most) {
            places.remove(place);
            place.most = documents;
            place.keyOfMost = key;
            places.add(place);
        }
    }

    /**
     * Returns the places, the one with the largest bucket first. Each has its buckets that are larger than {@link
     * #mostElsewhere()}; smaller ones may have been offered too early. Places are a family if one has the first document
     * of another: near duplicates share the buckets of most bands, but these need not have the same first document.
     * Called once. Looks up each bucket in each segment; each of its terms takes O(log n), at most n times.
     *
     * @param format the format of the band terms of the field
     * @param rows the first rows of a band that make a bucket
     */
    List<LargeBuckets> list(
            Participants participants, String field, BandTermFormat format, int rows)
            throws IOException {
        int elsewhere = mostElsewhere();
        int[] firsts = byFirst.keySet().stream().mapToInt(Integer::intValue).toArray();
        UnionFind families = new UnionFind(firsts.length);
        for (int number = 0; number < firsts.length; number++) {
            Place place = byFirst.get(firsts[number]);
            place.number = number;
            place.documents.values().removeIf(count -> count <= elsewhere && count < place.most);
            for (long key : place.documents.keySet()) {
                SegmentMerge merge = SegmentMerge.open(
                        participants, field, format, new ScanPosition(key, 0));
                long last = BandRows.last(key, rows);
                while (merge.current() != null && merge.current().key() <= last) {
                    join(number, merge.current(), firsts, families);
                    merge.next();
                }
            }
        }
        return places.descendingSet()
                .stream()
                .map(
                        place -> new LargeBuckets(
                                place.first, families.find(place.number), place.documents))
                .toList();
    }

    /** Joins a place with those whose first document has a term of one of its buckets. */
    private void join(int number, BandTermCursor term, int[] firsts, UnionFind families)
            throws IOException {
        PostingsEnum documents = term.postings();
        int segmentDoc = documents.nextDoc();
        while (segmentDoc != DocIdSetIterator.NO_MORE_DOCS) {
            monitor.checkCancelled(step++);
            int found = Arrays.binarySearch(firsts, term.docBase() + segmentDoc);
            int next = found < 0 ? -found - 1 : found + 1;
            if (found >= 0) {
                families.union(number, found);
            }
            if (next == firsts.length) {
                return;
            }
            segmentDoc = documents.advance(firsts[next] - term.docBase());
        }
    }

    private Place take(int first) {
        if (places.size() == capacity) {
            Place last = places.pollFirst();
            byFirst.remove(last.first);
            monitor.reserve(-PLACE_BYTES - last.documents.size() * BUCKET_BYTES);
        }
        monitor.reserve(PLACE_BYTES);
        Place place = new Place(first);
        byFirst.put(first, place);
        return place;
    }
}
