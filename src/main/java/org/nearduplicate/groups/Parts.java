package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Packs components into parts, in the order of their first documents, so that what is read of a part stands together.
 * Belongs to one thread.
 */
final class Parts {

    private final DocumentComponents components;
    private final int[] addresses;
    private final int[] sizes;
    private final JobMonitor monitor;
    private int packed;
    private int start;

    /** Packs all components. */
    Parts(DocumentComponents components, JobMonitor monitor) {
        this(components, first -> true, monitor);
    }

    /**
     * @param wanted tells which components are packed, by the numbers of their first documents
     */
    Parts(DocumentComponents components, IntPredicate wanted, JobMonitor monitor) {
        this.components = components;
        this.monitor = monitor;
        this.addresses = components.addresses();
        monitor.reserve(addresses.length * (long) Integer.BYTES);
        this.sizes = new int[addresses.length];
        for (int number = 0; number < sizes.length; number++) {
            monitor.checkCancelled(number);
            int first = components.find(number);
            if (wanted.test(first)) {
                sizes[first]++;
            }
        }
        for (int first = 0; first < sizes.length; first++) {
            monitor.checkCancelled(first);
            // Who is left alone is in no group.
            sizes[first] = sizes[first] == 1 ? 0 : sizes[first];
            packed += sizes[first];
        }
        skip();
    }

    /** Returns the addresses of all documents that are packed, ascending, and asks for their memory. */
    int[] addresses(JobMonitor scope) {
        scope.reserve(packed * (long) Integer.BYTES);
        int[] all = new int[packed];
        int count = 0;
        for (int number = 0; count < packed; number++) {
            monitor.checkCancelled(number);
            if (sizes[components.find(number)] > 0) {
                all[count++] = addresses[number];
            }
        }
        return all;
    }

    /** Moves to the first document of the next component that is packed. */
    private void skip() {
        while (start < sizes.length && sizes[start] == 0) {
            start++;
        }
    }

    /** Returns how many documents are packed. */
    int documents() {
        return packed;
    }

    /** Returns how many documents there are in parts. */
    static long documents(List<int[]> parts) {
        return parts.stream().mapToLong(part -> part.length).sum();
    }

    /** Returns whether there is another part. */
    boolean hasNext() {
        return start < sizes.length;
    }

    /**
     * Returns the documents of the next parts.
     *
     * @param walked how many in all, at most
     * @param most how many each, at most, unless a component has more: then it is a part
     * @param scope is asked for the memory of the answer
     * @return their addresses, ascending in each; of one part at least
     */
    List<int[]> next(int walked, int most, JobMonitor scope) {
        List<int[]> parts = new ArrayList<>();
        int documents = 0;
        do {
            int[] part = next(Math.min(most, walked - documents), scope);
            documents += part.length;
            parts.add(part);
        } while (hasNext() && documents + (long) sizes[start] <= walked);
        return parts;
    }

    /** O(documents of the part, and those between). */
    private int[] next(int most, JobMonitor scope) {
        int documents = 0;
        int end = start;
        for (; end < sizes.length; end++) {
            monitor.checkCancelled(end);
            if (documents > 0 && sizes[end] > 0 && documents + (long) sizes[end] > most) {
                break;
            }
            documents += sizes[end];
        }
        scope.reserve(documents * (long) Integer.BYTES);
        int[] part = new int[documents];
        int count = 0;
        for (int number = start; count < documents; number++) {
            monitor.checkCancelled(number);
            int first = components.find(number);
            if (first >= start && first < end && sizes[first] > 0) {
                part[count++] = addresses[number];
            }
        }
        start = end;
        skip();
        return part;
    }
}
