package org.nearduplicate.groups;

/**
 * Where a document is: shard·2³² + its number in the shard's reader. So addresses in order are documents
 * in the order in which shards are read.
 */
final class DocumentAddress {

    private DocumentAddress() {}

    /** Returns the address of a document. */
    static long of(int shard, int doc) {
        return (long) shard << Integer.SIZE | doc;
    }

    /** Returns the shard of an address. */
    static int shard(long address) {
        return (int) (address >>> Integer.SIZE);
    }

    /** Returns the number in its shard's reader of an address. */
    static int doc(long address) {
        return (int) address;
    }
}
