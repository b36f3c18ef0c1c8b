package org.nearduplicate.groups;

/**
 * Compares pairs of contents in the order in which they are added, and hands on those that are similar
 * enough. Belongs to one thread.
 */
@FunctionalInterface
interface PairVerifier {

    /** Adds a pair; it is compared now or later. */
    void add(int a, int b);

    /** Compares what was added and not yet compared. */
    default void finish() {}
}
