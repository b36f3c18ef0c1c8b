package org.nearduplicate.groups.part;

/**
 * Buckets of two documents or more.
 *
 * @param addresses the {@linkplain DocumentAddresses addresses} of their documents, ascending
 * @param table the buckets, whose members are documents
 */
public record Buckets(int[] addresses, BucketTable table) {

    /** Returns how many documents there are. */
    public int documents() {
        return addresses.length;
    }

    /** Returns how often they are members at most once large buckets are cut. */
    public long cutMembers() {
        return table.cutMemberCount();
    }
}
