package org.nearduplicate.elasticsearch.ingest;

import org.elasticsearch.core.Tuple;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;

/** Counters, as they travel. */
public class IngestWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(
                IngestStatsRequest.OfNode.class, IngestStatsRequest.OfNode::new,
                IngestStatsRequest.OfNode::new);
        message(
                IngestStats.class,
                () -> new IngestStats(
                        randomMap(0, 3, () -> Tuple.tuple(randomIdentifier(), counts())),
                        between(0, 1000)),
                IngestStats::new);
        message(PipelineCounts.class, IngestWireTests::counts, PipelineCounts::new);
    }

    private static PipelineCounts counts() {
        return new PipelineCounts(number(), number(), number(), number(), number(), number());
    }

    private static long number() {
        return randomFrom(0L, (long) between(1, 1000), Long.MAX_VALUE);
    }
}
