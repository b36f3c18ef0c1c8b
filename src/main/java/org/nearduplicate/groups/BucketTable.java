package org.nearduplicate.groups;

import java.util.function.IntUnaryOperator;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Buckets, one after the other: of documents as they come from the walk, or of contents. Belongs to one
 * thread.
 */
final class BucketTable {

    private final JobMonitor monitor;
    private final IntList members;
    private final IntList ends;
    private final IntList bands;

    BucketTable(JobMonitor monitor) {
        this.monitor = monitor;
        this.members = new IntList(monitor);
        this.ends = new IntList(monitor);
        this.bands = new IntList(monitor);
    }

    /** Adds a member to the bucket that is being filled. */
    void add(int member) {
        members.add(member);
    }

    /** Ends the bucket that is being filled, and begins the next. */
    void finish(int band) {
        ends.add(members.size());
        bands.add(band);
    }

    /** Returns the number of buckets. */
    int size() {
        return ends.size();
    }

    /** Returns the number of members of all buckets. */
    int memberCount() {
        return members.size();
    }

    /** Returns where the members of a bucket begin. */
    int start(int bucket) {
        return bucket == 0 ? 0 : ends.get(bucket - 1);
    }

    /** Returns where the members of a bucket end. */
    int end(int bucket) {
        return ends.get(bucket);
    }

    /** Returns the band whose components the members of a bucket share. */
    int band(int bucket) {
        return bands.get(bucket);
    }

    /** Returns a member, by its place among those of all buckets. */
    int member(int place) {
        return members.get(place);
    }

    /** Replaces every member by another one. */
    void replaceMembers(IntUnaryOperator replacement) {
        for (int i = 0; i < members.size(); i++) {
            monitor.checkCancelled(i);
            members.set(i, replacement.applyAsInt(members.get(i)));
        }
    }

    /** Sorts the members of a bucket. */
    void sort(int bucket) {
        members.sort(start(bucket), end(bucket));
    }

    /** Returns which members are the last of their buckets. What else is known of buckets is forgotten. */
    FixedBitSet lastMembers() {
        FixedBitSet last = new FixedBitSet(Math.max(1, memberCount()));
        for (int bucket = 0; bucket < size(); bucket++) {
            last.set(end(bucket) - 1);
        }
        ends.release();
        bands.release();
        return last;
    }

    /** Gives the memory back. */
    void release() {
        members.release();
        ends.release();
        bands.release();
    }
}
