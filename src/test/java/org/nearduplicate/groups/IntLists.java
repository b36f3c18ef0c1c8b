package org.nearduplicate.groups;

import org.nearduplicate.sketch.JobMonitor;

/** Lists of ints by their values. */
final class IntLists {

    private IntLists() {}

    static IntList of(int... values) {
        IntList list = new IntList(JobMonitor.NONE);
        for (int value : values) {
            list.add(value);
        }
        return list;
    }
}
