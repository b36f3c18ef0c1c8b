package org.nearduplicate.groups;

/**
 * Compares pairs of contents and hands on those that are similar enough, in the order in which they
 * were added. Belongs to one thread.
 */
interface PairVerifier {

    /** Adds a pair; it is compared now or later. */
    void add(int a, int b);

    /** Compares what was added and not yet compared. */
    void finish();
}
