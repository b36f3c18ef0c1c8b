package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.junit.Assert.assertEquals;
import static org.nearduplicate.integration.Intake.items;
import static org.nearduplicate.integration.Intake.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.ClassRule;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.ClusterRule;
import org.nearduplicate.server.RestCalls;

/**
 * A node with little room for documents that are indexed: those that do not fit are refused, the others are compared, and
 * nothing is left of either.
 */
public class IngestLimitsIT {

    @ClassRule
    public static final ClusterRule CLUSTER = new ClusterRule(
            builder -> builder
                    .setting("near_duplicate.ingest.queue_capacity", "5")
                    .setting("near_duplicate.ingest.max_concurrent_requests", "1")
                    .setting("near_duplicate.ingest.max_lookups_per_request", "2")
                    .setting("near_duplicate.ingest.queue_timeout", "1ms"));

    private RestCalls rest;
    private Intake intake;

    @Before
    public void createIndex() throws IOException {
        rest = CLUSTER.rest();
        intake = new Intake(rest);
        intake.create("news", Map.of());
        intake.put("tag", Map.of()).ok();
    }

    @After
    public void nothingIsLeft() throws IOException, InterruptedException {
        GroupsTasks tasks = new GroupsTasks(rest);
        tasks.awaitNothingOpen();
        // With the index goes what its shards noted.
        intake.deleteAll();
        tasks.awaitNothingCharged();
    }

    /** A client that sends again what was refused for want of room has all documents indexed, each once. */
    @Test
    public void whatDoesNotFitIsRefusedAndTheOthersAreIndexed() throws IOException {
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            left.add(i);
        }
        int indexed = 0;
        int refused = 0;
        while (left.isEmpty() == false) {
            List<Integer> again = new ArrayList<>();
            List<Map<?, ?>> items = items(send(left));
            for (int i = 0; i < items.size(); i++) {
                int status = ((Number) items.get(i).get("status")).intValue();
                if (status == 429) {
                    assertThat(
                            items.get(i).toString(),
                            containsString("[near_duplicate.ingest.queue_capacity]"));
                    again.add(left.get(i));
                } else {
                    assertEquals(items.get(i).toString(), 201, status);
                    indexed++;
                }
            }
            assertThat("none got in", left.size(), greaterThan(again.size()));
            assertEquals(indexed, intake.count("news"));
            refused += again.size();
            left = again;
        }
        assertThat("none was refused", refused, greaterThan(0));
        assertEquals(200, indexed);
        int tagged = 0;
        for (int i = 0; i < 200; i++) {
            tagged += intake.tag("news", "" + i).size();
        }
        assertEquals("the second of each two", 100, tagged);
    }

    /** Two of each text. */
    private Answer send(List<Integer> numbers) throws IOException {
        List<Object> lines = new ArrayList<>();
        for (int number : numbers) {
            lines.add("create " + number);
            lines.add(text("full" + number / 2));
        }
        return intake.bulk("/news/_bulk?pipeline=tag", lines.toArray());
    }
}
