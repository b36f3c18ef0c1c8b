package org.nearduplicate.elasticsearch.ingest;

import java.util.concurrent.atomic.LongAdder;

/** What became of the documents of one pipeline on this node. Safe for use by several threads. */
final class PipelineCounters {

    private final LongAdder lookedUp = new LongAdder();
    private final LongAdder found = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder rerouted = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** Counts a document that was looked up, and whether something was found. */
    void answered(boolean isFound) {
        lookedUp.increment();
        if (isFound) {
            found.increment();
        }
    }

    void dropped() {
        dropped.increment();
    }

    void rerouted() {
        rerouted.increment();
    }

    /** Counts a document that could not be looked up, and the time that it waited. */
    void failed(long nanoseconds) {
        failed.increment();
        nanos.add(nanoseconds);
    }

    /** Returns the counts so far. */
    PipelineCounts counts() {
        return new PipelineCounts(
                lookedUp.sum(), found.sum(), dropped.sum(), rerouted.sum(), failed.sum(),
                nanos.sum());
    }

    /** Counts the time that a document waited. */
    void waited(long nanoseconds) {
        nanos.add(nanoseconds);
    }
}
