package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.nearduplicate.sketch.JobMonitor;

/**
 * The first of all things that were added, in order, and their memory. Belongs to one thread.
 *
 * @param <T> a thing
 */
final class FirstOnes<T> {

    private final long max;
    private final Comparator<T> order;
    private final ToLongFunction<T> bytes;
    private final JobMonitor monitor;
    private List<T> things = List.of();

    /**
     * @param max how many at most
     * @param bytes what one takes
     */
    FirstOnes(long max, Comparator<T> order, ToLongFunction<T> bytes, JobMonitor monitor) {
        this.max = max;
        this.order = order;
        this.bytes = bytes;
        this.monitor = monitor;
    }

    /** Returns the things, in order. */
    List<T> list() {
        return things;
    }

    /** Returns whether a thing would be among the first ones if some are added that come before it, each of which would be. */
    boolean wants(T thing, int before) {
        return before < max
                && (things.size() + before < max
                        || order.compare(thing, things.get((int) max - before - 1)) < 0);
    }

    /** Asks for the memory of a thing that is to be added. */
    void charge(T thing) {
        monitor.reserve(bytes.applyAsLong(thing));
    }

    /**
     * Adds things, and gives back the memory of those that are not among the first ones.
     *
     * @param more these, in order, each of which was charged
     */
    void add(List<T> more) {
        List<T> all = new ArrayList<>(things);
        all.addAll(more);
        all.sort(order);
        List<T> left = all.subList((int) Math.min(max, all.size()), all.size());
        left.forEach(thing -> monitor.reserve(-bytes.applyAsLong(thing)));
        left.clear();
        things = all;
    }
}
