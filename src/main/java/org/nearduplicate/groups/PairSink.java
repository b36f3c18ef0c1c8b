package org.nearduplicate.groups;

/** Wants pairs of contents to be compared, and takes those that are similar enough. */
@FunctionalInterface
interface PairSink {

    /** Returns whether a pair is to be compared; asked when its turn has come. */
    default boolean isWanted(int a, int b) {
        return true;
    }

    /** Takes a pair that is similar enough, before it is asked about the next. */
    void accept(int a, int b, double similarity);
}
