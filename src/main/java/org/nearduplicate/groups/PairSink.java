package org.nearduplicate.groups;

/** Takes pairs of contents and their similarity. */
@FunctionalInterface
interface PairSink {

    /** Takes a pair. */
    void accept(int a, int b, double similarity);
}
