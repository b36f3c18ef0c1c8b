package org.nearduplicate.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.nearduplicate.sketch.JobMonitor;

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
    private final Map<Integer, Place> byFirst = new HashMap<>();
    private final TreeSet<Place> places = new TreeSet<>(SMALLEST_FIRST);

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
        private final Map<Long, Integer> documents = new TreeMap<>();
        private int most;
        private long keyOfMost;

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
     * Returns the places, the one with the largest bucket first, each a family of its own, with all its buckets that are
     * larger than what may be elsewhere. Of others some may not have been offered a place in time.
     */
    List<LargeBuckets> list() {
        int elsewhere = mostElsewhere();
        List<LargeBuckets> list = new ArrayList<>();
        for (Place place : places.descendingSet()) {
            TreeMap<Long, Integer> documents = new TreeMap<>(place.documents);
            documents.values().removeIf(count -> count <= elsewhere && count < place.most);
            list.add(new LargeBuckets(place.first, list.size(), documents));
        }
        return list;
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
