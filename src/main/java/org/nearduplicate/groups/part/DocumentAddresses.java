package org.nearduplicate.groups.part;

import java.util.Arrays;
import java.util.List;
import org.nearduplicate.groups.request.TooLargeException;
import org.nearduplicate.groups.shard.Shard;

/**
 * Where the documents of a job are: its shards follow each other, so that an address is the number of a document in its
 * shard's reader and of all documents of the shards before. Addresses in order are documents in the order in which
 * shards are read. Immutable.
 *
 * <p>An address is an int without a sign, so that 2³² documents have one.
 */
public final class DocumentAddresses {

    private static final long MOST = 1L << Integer.SIZE;

    private final List<? extends Shard> shards;

    /** The address of the first document of each shard, and what would be the next one's. */
    private final long[] starts;

    /**
     * @throws TooLargeException if there are more documents than addresses
     */
    public DocumentAddresses(List<? extends Shard> shards) {
        this.shards = List.copyOf(shards);
        starts = new long[shards.size() + 1];
        for (int shard = 0; shard < shards.size(); shard++) {
            starts[shard + 1] = starts[shard] + shards.get(shard).maxDoc();
        }
        if (count() > MOST) {
            throw new TooLargeException(
                    "a run takes indices of at most [" + MOST
                            + "] documents, hidden and deleted ones included, got [" + count()
                            + "]; ask about fewer indices");
        }
    }

    /** Returns the shards. */
    List<? extends Shard> shards() {
        return shards;
    }

    /** Returns how many addresses there are. */
    public long count() {
        return starts[starts.length - 1];
    }

    /** Returns the address of a document. */
    int address(int shard, int doc) {
        return (int) (starts[shard] + doc);
    }

    /** Returns the shard of an address. O(log shards). */
    int shard(int address) {
        int found = Arrays.binarySearch(starts, Integer.toUnsignedLong(address));
        if (found < 0) {
            return -found - 2;
        }
        // Of shards without documents the last begins where the one with the document does.
        while (starts[found + 1] == starts[found]) {
            found++;
        }
        return found;
    }

    /** Returns the number of an address in its shard's reader. */
    int doc(int shard, int address) {
        return (int) (Integer.toUnsignedLong(address) - starts[shard]);
    }

    /** Returns the numbers in their shard's reader of addresses of one shard, by their places from one to before another. */
    int[] docs(int shard, int[] addresses, int from, int to) {
        int[] docs = new int[to - from];
        for (int i = from; i < to; i++) {
            docs[i - from] = doc(shard, addresses[i]);
        }
        return docs;
    }

    /** Returns whether an address from a shard on is still one of the shard. */
    boolean isIn(int shard, int address) {
        return Integer.toUnsignedLong(address) < starts[shard + 1];
    }
}
