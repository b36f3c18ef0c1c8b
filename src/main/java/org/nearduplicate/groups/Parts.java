package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.nearduplicate.groups.part.Links;
import org.nearduplicate.groups.part.PartBuckets;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.job.JobMonitor;

/**
 * The parts of a job, as many at a time as are scanned together: components are packed into them in the order of their
 * first documents, so that what is read of a part stands together. Not thread-safe.
 */
final class Parts implements Iterator<List<int[]>> {

    private final Links components;
    private final JobMemory memory;
    private final int bands;
    private final int most;
    private final JobMonitor monitor;
    private final int[] addresses;
    private final int[] sizes;
    private double members;
    private int start;

    /**
     * @param memory what is grouped and scanned together fits into it
     * @param bands how many buckets a document is a member of at most
     * @param workers how many share the parts, so that there are work units for all
     * @param monitor is charged for the memory of the parts until they are grouped
     */
    Parts(Links components, JobMemory memory, int bands, int workers, JobMonitor monitor) {
        this.components = components;
        this.memory = memory;
        this.bands = bands;
        this.members = components.members(bands);
        this.monitor = monitor;
        this.addresses = components.addresses();
        this.most = Math.ceilDiv(addresses.length, Math.max(1, workers));
        monitor.reserve(addresses.length * (long) Integer.BYTES);
        this.sizes = new int[addresses.length];
        for (int number = 0; number < sizes.length; number++) {
            monitor.checkCancelled(number);
            sizes[components.find(number)]++;
        }
    }

    /** Returns how many documents there are in all parts of the job. */
    int documents() {
        return addresses.length;
    }

    @Override
    public boolean hasNext() {
        return start < sizes.length;
    }

    /** Returns the addresses of the next parts, ascending in each; of one part at least, which may be a larger component. */
    @Override
    public List<int[]> next() {
        int scanned = Math.min(most, memory.scanned(Math.min(members, bands)));
        int mostEach = memory.documents(members);
        List<int[]> parts = new ArrayList<>();
        int documents = 0;
        do {
            int[] part = next(Math.min(mostEach, scanned - documents));
            documents += part.length;
            parts.add(part);
        } while (hasNext() && documents + (long) sizes[start] <= scanned);
        return parts;
    }

    /** O(documents of the part, and those between). */
    private int[] next(int mostDocuments) {
        int documents = 0;
        int end = start;
        for (; end < sizes.length; end++) {
            monitor.checkCancelled(end);
            if (documents > 0 && sizes[end] > 0 && documents + (long) sizes[end] > mostDocuments) {
                break;
            }
            documents += sizes[end];
        }
        monitor.reserve(documents * (long) Integer.BYTES);
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

    /** Gives the memory of parts back, and learns from what was counted so far. */
    void release(List<int[]> grouped, GroupsCounts counts) {
        members = (double) counts.get(Count.MEMBERS_OF_PARTS)
                / counts.get(Count.DOCUMENTS_OF_PARTS);
        monitor.reserve(-PartBuckets.documents(grouped) * Integer.BYTES);
    }
}
