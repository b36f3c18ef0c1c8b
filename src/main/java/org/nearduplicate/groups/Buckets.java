package org.nearduplicate.groups;

/**
 * Buckets of two documents or more.
 *
 * @param addresses the {@linkplain DocumentAddresses addresses} of their documents, ascending
 * @param table the buckets, whose members are documents
 */
record Buckets(int[] addresses, BucketTable table) {}
