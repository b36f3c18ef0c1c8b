package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;

import java.util.Map;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.common.Strings;
import org.elasticsearch.core.Tuple;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.ingest.TransportIngestStatsAction.RequestOfNode;
import org.nearduplicate.elasticsearch.ingest.TransportIngestStatsAction.ResponseOfNode;

/** Counters, as they travel. */
public class IngestWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(
                RequestOfNode.class, RequestOfNode::new, RequestOfNode::new);
        message(
                ResponseOfNode.class,
                () -> new ResponseOfNode(
                        DiscoveryNodeUtils.create(randomIdentifier()),
                        randomMap(0, 3, () -> Tuple.tuple(randomIdentifier(), counts())),
                        between(0, 1000)),
                ResponseOfNode::new);
        message(PipelineCounts.class, IngestWireTests::counts, PipelineCounts::new);
    }

    /** As those who watch a cluster read it. */
    public void testAsJson() {
        PipelineCounts counts = new PipelineCounts();
        for (PipelineCounts.Count count : PipelineCounts.Count.values()) {
            counts.add(
                    count, count == PipelineCounts.Count.NANOS ? 7_000_000 : count.ordinal() + 1);
        }
        assertThat(
                Strings.toString(
                        new ResponseOfNode(
                                DiscoveryNodeUtils.create("node", "id"),
                                Map.of("dedupe", counts), 8)),
                equalTo(
                        """
                                {"name":"node","ingest":{"pipelines":{"dedupe":{"looked_up":1,"too_short":2,"found":3,"dropped":4,\
                                "rerouted":5,"failed":6,"time_in_millis":7}},"in_flight":8}}"""));
    }

    private static PipelineCounts counts() {
        PipelineCounts counts = new PipelineCounts();
        for (PipelineCounts.Count count : PipelineCounts.Count.values()) {
            counts.add(count, randomFrom(0L, (long) between(1, 1000), Long.MAX_VALUE));
        }
        return counts;
    }
}
