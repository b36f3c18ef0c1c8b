package org.nearduplicate.stats;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.groups.shard.BandTermCursor;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.SegmentMerge;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.UnionFind;
import org.nearduplicate.stats.FieldFigures.LargeBuckets;

/**
 * The largest of the buckets that it is given, in the order of their keys, but of those that begin with the same
 * document one alone takes a place, or a few copies would fill all of them. Where buckets are equally large, those of
 * the lower keys go first. Belongs to one thread.
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
     * @param capacity how many places there are, at least 1
     * @param monitor is asked for their memory, and given it back when they are taken
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

    /** Returns how many documents a bucket has at least that may be here. */
    int least() {
        return Math.max(LEAST, mostElsewhere());
    }

    /**
     * Returns how many documents a bucket may have that is not here: as many as the largest of the last place if all
     * are taken, or else one.
     */
    int mostElsewhere() {
        return places.size() == capacity ? places.first().most : LEAST - 1;
    }

    /**
     * Offers a bucket. O(log capacity).
     *
     * @param key the least that it may have, above those before
     * @param documents how many it has
     * @param first the first of them
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
     * Returns the places, the one with the largest bucket first, with all their buckets that are larger than what may be
     * elsewhere. Of others some may not have been offered a place in time. Those of which one begins with a document that
     * the other has too are a family: near duplicates share the buckets of most bands, but not all of them begin with the
     * same document. Called once. A lookup of each bucket in each segment, and for each of its terms O(log n), and at most
     * n steps.
     *
     * @param participants the documents of the shard that take part
     * @param field a {@code minhash} field
     * @param format that of its band terms
     * @param rows the first rows of a band that make a bucket
     * @throws IOException if the index cannot be read
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

    /** Joins a place with those that begin with a document of a term of one of its buckets. */
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
