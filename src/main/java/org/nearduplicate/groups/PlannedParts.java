package org.nearduplicate.groups;

import java.util.Iterator;
import java.util.List;
import org.nearduplicate.sketch.JobMonitor;

/** The parts of a job, as many at a time as are walked together. Belongs to one thread. */
final class PlannedParts implements Iterator<List<int[]>> {

    private final Parts parts;
    private final JobMemory memory;
    private final int bands;
    private final JobMonitor monitor;
    private final int most;
    private double members;

    /**
     * @param memory what is grouped and walked together fits into it
     * @param bands how many buckets a document is a member of at most
     * @param isCut whether there are buckets that are cut, in several orders
     * @param most how many documents are walked together at most, so that there are pieces for all
     * @param monitor is asked for the memory of the parts until they are grouped
     */
    PlannedParts(
            Parts parts, JobMemory memory, int bands, boolean isCut, int most, JobMonitor monitor) {
        this.parts = parts;
        this.memory = memory;
        this.bands = bands;
        this.members = isCut ? BucketLimit.ORDERS * bands : bands;
        this.most = most;
        this.monitor = monitor;
    }

    @Override
    public boolean hasNext() {
        return parts.hasNext();
    }

    @Override
    public List<int[]> next() {
        int walked = Math.min(most, memory.walked(Math.min(members, bands)));
        return parts.next(walked, memory.documents(members), monitor);
    }

    /**
     * Gives the memory of parts back.
     *
     * @param counts what was counted of all parts so far, of which the plan learns
     */
    void release(List<int[]> grouped, PartCounts counts) {
        members = (double) counts.members() / counts.documents();
        monitor.reserve(-Parts.documents(grouped) * Integer.BYTES);
    }
}
