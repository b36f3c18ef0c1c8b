package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The largest of the buckets that it is given, in the order of their keys: at most so many of two documents or more,
 * those of the lower keys where they are equally large. Buckets that seem to be the same documents count as one,
 * since copies would fill all places otherwise. Belongs to one thread.
 */
final class LargestBuckets {

    /** What an entry takes on the heap without its keys, and what a key takes. */
    private static final long ENTRY_BYTES = 200;

    private static final long KEY_BYTES = 32;

    /** A bucket of one document is shared by nobody. */
    private static final int LEAST = 2;

    private static final Comparator<Entry> SMALLEST_FIRST =
            Comparator.<Entry>comparingInt(entry -> entry.documents.count)
                    .thenComparing(entry -> entry.keys.getFirst(), Comparator.reverseOrder());

    private final int capacity;
    private final JobMonitor monitor;
    private final PriorityQueue<Entry> smallest;
    private final Map<Documents, Entry> entries = new HashMap<>();

    /**
     * @param capacity how many are kept, at least 1
     * @param monitor is asked for their memory, and given it back when they are replaced
     */
    LargestBuckets(int capacity, JobMonitor monitor) {
        this.capacity = capacity;
        this.monitor = monitor;
        this.smallest = new PriorityQueue<>(SMALLEST_FIRST);
    }

    /** How the documents of a bucket are told from those of others. */
    private record Documents(int count, int first) {}

    private record Entry(Documents documents, List<Long> keys) {}

    /** Returns how many documents a bucket has at least that has its place here. */
    int least() {
        return isFull() ? smallest.peek().documents.count : LEAST;
    }

    /**
     * Returns how many documents a bucket may have that is not here: as many as the smallest if there are more than
     * have a place, or else one.
     */
    int mostElsewhere() {
        return isFull() ? smallest.peek().documents.count : LEAST - 1;
    }

    /**
     * Offers a bucket. O(log capacity).
     *
     * @param key that of its band term, above those before
     * @param documents how many it has
     * @param first the first of them
     */
    void offer(long key, int documents, int first) {
        Documents these = new Documents(documents, first);
        Entry entry = entries.get(these);
        if (entry != null) {
            monitor.reserve(KEY_BYTES);
            entry.keys.add(key);
        } else if (documents > mostElsewhere()) {
            add(new Entry(these, new ArrayList<>(List.of(key))));
        }
    }

    /** Returns what is here, the largest first. */
    List<LargeBucket> list() {
        return entries.values()
                .stream()
                .sorted(SMALLEST_FIRST.reversed())
                .map(entry -> new LargeBucket(
                        entry.documents.count, entry.documents.first, entry.keys))
                .toList();
    }

    private boolean isFull() {
        return entries.size() == capacity;
    }

    private void add(Entry entry) {
        if (isFull()) {
            Entry removed = smallest.remove();
            entries.remove(removed.documents);
            monitor.reserve(-ENTRY_BYTES - removed.keys.size() * KEY_BYTES);
        }
        monitor.reserve(ENTRY_BYTES + KEY_BYTES);
        entries.put(entry.documents, entry);
        smallest.add(entry);
    }
}
