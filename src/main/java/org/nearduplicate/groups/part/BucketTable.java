package org.nearduplicate.groups.part;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.job.JobMonitor;

/**
 * Buckets, one after the other: of documents as they come from a scan, or of signatures. Not thread-safe.
 */
final class BucketTable {

    /** What a key takes in the map. */
    private static final int KEY_BYTES = 100;

    private final JobMonitor monitor;
    private final IntList members;
    private final IntList ends;
    private final Map<Integer, Long> keys = new HashMap<>();

    /** The members of buckets that have keys. */
    private long keyedMembers;

    BucketTable(JobMonitor monitor) {
        this.monitor = monitor;
        this.members = new IntList(monitor);
        this.ends = new IntList(monitor);
    }

    /** Adds a member to the bucket that is being filled. */
    void add(int member) {
        members.add(member);
    }

    /** Ends the bucket that is being filled, whose key is kept unless it is null, and begins the next. */
    void finish(Long key) {
        if (key != null) {
            monitor.reserve(KEY_BYTES);
            keys.put(size(), key);
            keyedMembers += open();
        }
        ends.add(members.size());
    }

    /** Returns how many members the bucket has that is being filled. */
    int open() {
        return memberCount() - filled();
    }

    /** Empties the bucket that is being filled. */
    void forget() {
        members.truncate(filled());
    }

    private int filled() {
        return start(size());
    }

    int size() {
        return ends.size();
    }

    /** Returns the number of members of all buckets. */
    int memberCount() {
        return members.size();
    }

    /** Returns how many there are at most once buckets that have keys are cut. */
    long cutMemberCount() {
        return memberCount() + (BucketSplitter.ORDERS - 1) * keyedMembers;
    }

    int start(int bucket) {
        return bucket == 0 ? 0 : ends.get(bucket - 1);
    }

    int end(int bucket) {
        return ends.get(bucket);
    }

    /** Returns the key of a bucket, null unless it was given. */
    Long key(int bucket) {
        return keys.get(bucket);
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
        releaseBuckets();
        return last;
    }

    void release() {
        members.release();
        releaseBuckets();
    }

    private void releaseBuckets() {
        ends.release();
        monitor.reserve(-(long) KEY_BYTES * keys.size());
        keys.clear();
        keyedMembers = 0;
    }
}
