package org.nearduplicate.groups;

import org.nearduplicate.groups.part.BandMerge.Buckets;

/**
 * What documents take while they are grouped, about: the most that is charged to {@link
 * org.nearduplicate.job.JobMonitor} at a time. Not thread-safe.
 */
final class JobMemory {

    /** Numbers, ranks and tables of a document and its signature. */
    private static final int DOCUMENT_BYTES = 75;

    /** A name of a generated identifier, until more is known. */
    private static final int NAME_BYTES = 100;

    /**
     * A member of a bucket: in the buckets of documents, in those of signatures, and in the list of the buckets of a
     * signature.
     */
    private static final int MEMBER_BYTES = 3 * Integer.BYTES;

    /** The addresses of a document, and its number. */
    private static final int SCANNED_BYTES = 3 * Integer.BYTES;

    /** A member of a bucket in a list that grows, and a share of where the bucket ends. */
    private static final int SCANNED_MEMBER_BYTES = 3 * Integer.BYTES;

    /** Lists have no room for many more. */
    private static final int MOST_MEMBERS = 1 << 30;

    /** More than how much longer a name may be than a usual one, identifiers having 512 bytes at most. */
    private static final long AMPLE = 8;

    private final long bytes;
    private final int ownBytes;
    private double nameBytes = NAME_BYTES;

    /** @param signatureBytes those of each document, with what follows its signature */
    JobMemory(long bytes, int signatureBytes) {
        this(DOCUMENT_BYTES + signatureBytes, bytes);
    }

    private JobMemory(int ownBytes, long bytes) {
        this.bytes = bytes;
        this.ownBytes = ownBytes;
    }

    /** Returns the memory of a work unit of the job, which knows as much of names. */
    JobMemory ofUnit() {
        JobMemory unit = new JobMemory(ownBytes, GroupsJob.unitMemory(bytes));
        unit.nameBytes = nameBytes;
        return unit;
    }

    /** Learns what the name of a document takes on average, in bytes. */
    void learnNames(double average) {
        nameBytes = average;
    }

    /** Returns whether the documents of buckets fit in even if they have the longest identifiers there are. */
    boolean hasAmply(Buckets buckets) {
        return has(AMPLE * buckets.documents(), buckets.cutMembers());
    }

    /** Returns whether documents fit in which are members of buckets so many times; none always do. */
    boolean has(long documents, long members) {
        return has(documents, documentBytes(), members);
    }

    /** Returns whether documents fit in as long as their names are not read; none always do. */
    boolean hasWithoutNames(long documents, long members) {
        return has(documents, ownBytes, members);
    }

    private boolean has(long documents, double documentBytes, long members) {
        return documents == 0
                || members < MOST_MEMBERS
                        && documents * documentBytes + (double) members * MEMBER_BYTES <= bytes;
    }

    /**
     * Returns how many documents fit in when a quarter of the memory is for them, at least 1.
     *
     * @param buckets those that a document is a member of, on average
     */
    int documents(double buckets) {
        return fit(bytes / 4.0, documentBytes() + buckets * MEMBER_BYTES);
    }

    /** Returns for how many documents the buckets fit into the rest, at least 1. */
    int scanned(double buckets) {
        return Math.min(
                fit(bytes / 4.0 * 3, SCANNED_BYTES + buckets * SCANNED_MEMBER_BYTES),
                fit(MOST_MEMBERS, buckets));
    }

    private double documentBytes() {
        return ownBytes + nameBytes;
    }

    private static int fit(double room, double each) {
        return (int) Math.clamp(room / each, 1, Integer.MAX_VALUE);
    }
}
