package org.nearduplicate.recent;

/**
 * How many recent documents a node keeps.
 *
 * @param count the most documents, from 0
 * @param bytes the most bytes that they take, from 0
 */
public record RecentLimit(int count, long bytes) {

    /** Returns whether so many are too many. */
    boolean isExceededBy(int documents, long taken) {
        return documents > count || taken > bytes;
    }
}
