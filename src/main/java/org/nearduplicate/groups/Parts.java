package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.List;
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
    private int start;

    Parts(DocumentComponents components, JobMonitor monitor) {
        this.components = components;
        this.monitor = monitor;
        this.addresses = components.addresses();
        monitor.reserve(addresses.length * (long) Integer.BYTES);
        this.sizes = new int[addresses.length];
        for (int number = 0; number < sizes.length; number++) {
            monitor.checkCancelled(number);
            sizes[components.find(number)]++;
        }
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
            if (first >= start && first < end) {
                part[count++] = addresses[number];
            }
        }
        start = end;
        return part;
    }
}
