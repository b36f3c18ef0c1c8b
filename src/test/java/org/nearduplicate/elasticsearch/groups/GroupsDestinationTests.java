package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.groups.Group;
import org.nearduplicate.sketch.JobMonitor;

/** Runs that write to one destination, one after another and at the same time. */
public class GroupsDestinationTests extends GroupsDestinationTestCase {

    public void testFirstRun() {
        GroupsDestination destination = open("r1");
        assertStatus("r1", "running", null);
        writeGroups(destination, groups(2, 3));
        writeGroups(destination, List.of(group("last", 2)));
        destination.writePair(pair("x", "y"));
        destination.complete(COUNTS);

        assertStatus("r1", "completed", "r1");
        Map<String, Object> status = status();
        assertThat(status.get("request"), equalTo(REQUEST));
        assertThat(status, not(hasKey("previous_run")));
        Instant started = Instant.parse((String) status.get("started"));
        assertFalse(Instant.parse((String) status.get("finished")).isBefore(started));
        assertThat(
                visible(QueryBuilders.matchAllQuery()),
                equalTo(
                        Set.of(
                                "run", id("r1", "g0"), id("r1", "g1"), id("r1", "last"),
                                "r1-pair-1")));
        assertThat(
                document(id("r1", "g0")),
                equalTo(
                        Map.ofEntries(
                                Map.entry("kind", "group"),
                                Map.entry("run", "r1"),
                                Map.entry("group", GroupIdentifier.of(group("g0", 2).keeper())),
                                Map.entry("part", 1),
                                Map.entry("parts", 1),
                                Map.entry("size", 3),
                                Map.entry("texts", 2),
                                Map.entry(
                                        "keeper",
                                        Map.of(
                                                "_index", "articles", "_id", "g0-keeper",
                                                "_routing", "here")),
                                Map.entry(
                                        "members",
                                        List.of(
                                                Map.of(
                                                        "_index", "articles", "_id", "g0-1",
                                                        "similarity", 0.5),
                                                Map.of(
                                                        "_index", "articles", "_id", "g0-2",
                                                        "similarity", 0.33333334))),
                                Map.entry("smallest_similarity", 0.25),
                                Map.entry("smallest_similarity_of", "all_pairs"))));
        assertThat(
                document("r1-pair-1"),
                equalTo(
                        Map.of(
                                "kind", "pair", "run", "r1",
                                "a", Map.of("_index", "articles", "_id", "x"),
                                "b", Map.of("_index", "articles", "_id", "y"),
                                "similarity", 0.75)));
    }

    public void testSearchesFindAGroupByItsDocuments() {
        run("r1", 3);
        assertThat(
                visible(QueryBuilders.termQuery("members._id", "g1-2")),
                contains(id("r1", "g1")));
        assertThat(
                visible(QueryBuilders.termQuery("keeper._id", "g2-keeper")),
                contains(id("r1", "g2")));
        assertThat(visible(QueryBuilders.termQuery("keeper._index", "articles")), hasSize(3));
        assertThat(visible(QueryBuilders.termQuery("keeper._routing", "here")), hasSize(3));
        assertThat(visible(QueryBuilders.rangeQuery("members.similarity").gt(0.6)), empty());
        assertThat(visible(QueryBuilders.termQuery("_id", "g1-2")), empty());
    }

    public void testASecondRunReplacesTheFirst() {
        run("r1", 5);
        Map<String, Object> first = status();
        GroupsDestination second = open("r2");
        writeGroups(second, groups(2, 3));
        assertStatus("r2", "running", "r1");
        assertThat(written("r1"), hasSize(5));
        assertThat(
                status().get("previous_run"),
                equalTo(
                        Map.of(
                                "run", "r1", "status", "completed",
                                "started", first.get("started"),
                                "finished", first.get("finished"),
                                "request", first.get("request"),
                                "counts", first.get("counts"))));
        second.complete(COUNTS);
        assertStatus("r2", "completed", "r2");
        assertThat(status(), not(hasKey("previous_run")));
        assertThat(
                visible(QueryBuilders.matchAllQuery()),
                equalTo(Set.of("run", id("r2", "g0"), id("r2", "g1"))));
    }

    public void testACancelledRunIsTold() {
        run("r1", 2);
        Object counts = status().get("counts");
        for (String run : List.of("r2", "r3")) {
            GroupsDestination destination = open(run);
            writeGroups(destination, groups(BulkWriter.MAX_DOCUMENTS + 1, 3));
            destination.abandon(new TaskCancelledException("by user request"));
            assertStatus(run, "cancelled", "r1");
            assertThat(status().get("reason"), equalTo("by user request"));
            assertThat(status(), hasKey("finished"));
            assertThat(
                    "the last whole run is still described",
                    ((Map<?, ?>) status().get("previous_run")).get("counts"), equalTo(counts));
            assertThat(written(run), hasSize(BulkWriter.MAX_DOCUMENTS));
            assertThat(written("r1"), hasSize(2));
        }
        run("r4", 1);
        assertThat(
                visible(QueryBuilders.matchAllQuery()), equalTo(Set.of("run", id("r4", "g0"))));
    }

    public void testAFirstRunThatFails() {
        open("r1").abandon(new IllegalStateException("shard [3] is gone"));
        assertStatus("r1", "failed", null);
        assertThat(status().get("reason"), equalTo("shard [3] is gone"));
        run("r2", 1);
        assertStatus("r2", "completed", "r2");
    }

    /** As a killed node leaves it. */
    public void testARunThatNeverEndsIsReplaced() {
        writeGroups(open("r1"), groups(BulkWriter.MAX_DOCUMENTS + 1, 2));
        run("r2", 1);
        assertStatus("r2", "completed", "r2");
        assertThat(written("r1"), empty());
    }

    public void testNothingIsAbandonedAfterTheEnd() {
        GroupsDestination destination = open("r1");
        destination.complete(COUNTS);
        destination.abandon(new TaskCancelledException("too late"));
        assertStatus("r1", "completed", "r1");
    }

    public void testEveryOtherRunIsDeletedHoweverManyGroups() {
        GroupsDestination first = open("r1");
        writeGroups(first, groups(5_001, 2));
        first.complete(COUNTS);
        run("r2", 3);
        assertThat(written("r1"), empty());
        assertThat(written("r2"), hasSize(3));
    }

    public void testTakenOverByAnotherRun() {
        GroupsDestination first = open("r1");
        writeGroups(first, groups(2, 3));
        GroupsDestination second = open("r2");
        writeGroups(second, groups(3, 3));
        assertFails(
                RestStatus.CONFLICT,
                "[dest] [duplicates] was taken over by run [r2] during run [r1]",
                () -> first.complete(COUNTS));
        first.abandon(new IllegalStateException("taken over"));
        assertStatus("r2", "running", null);
        assertThat("nobody would ask for them", written("r1"), empty());
        second.complete(COUNTS);
        assertStatus("r2", "completed", "r2");
        assertThat(written("r2"), hasSize(3));
    }

    public void testDeletedMeanwhile() {
        GroupsDestination destination = open("r1");
        assertAcked(indicesAdmin().prepareDelete(DEST));
        assertFails(
                RestStatus.NOT_FOUND, "[dest] [duplicates]: no such index",
                () -> destination.complete(COUNTS));
        destination.abandon(new IllegalStateException("deleted"));
        createIndex(DEST, Settings.EMPTY);
        assertFails(
                RestStatus.CONFLICT, "[dest] [duplicates] was deleted during run [r1]",
                () -> destination.complete(COUNTS));
    }

    public void testARunThatStartsDuringTheDeletionKeepsItsGroups() {
        run("r1", 4);
        GroupsDestination[] third = new GroupsDestination[1];
        GroupsDestination second = open(new InterceptingClient(client()) {
            @Override
            boolean intercept(ActionRequest request, ActionListener<?> listener) {
                if (request instanceof SearchRequest && third[0] == null) {
                    third[0] = open("r3");
                    writeGroups(third[0], groups(BulkWriter.MAX_DOCUMENTS + 1, 2));
                    indicesAdmin().prepareRefresh(DEST).get();
                }
                return true;
            }
        }, "r2");
        writeGroups(second, groups(2, 3));
        second.complete(COUNTS);
        assertStatus("r3", "running", "r2");
        assertThat(written("r3"), hasSize(BulkWriter.MAX_DOCUMENTS));
        assertThat(written("r2"), hasSize(2));
        third[0].complete(COUNTS);
        assertThat(written("r2"), empty());
        assertThat(written("r1"), empty());
        assertThat(written("r3"), hasSize(BulkWriter.MAX_DOCUMENTS + 1));
    }

    /** Whoever searches at any time sees the documents of the completed run, all of them. */
    public void testReadersAlwaysSeeOneWholeRun() {
        // Shards become visible one by one.
        createIndex(DEST, Settings.builder().put("index.number_of_shards", 3).build());
        run("r1", 7);
        TreeSet<String> seen = new TreeSet<>();
        InterceptingClient client = new InterceptingClient(client()) {
            @Override
            boolean intercept(ActionRequest request, ActionListener<?> listener) {
                for (Object run : List.of(status().get("completed_run"), visibleRun())) {
                    seen.add(run + " " + visible(
                            QueryBuilders.boolQuery()
                                    .filter(QueryBuilders.termQuery("kind", "group"))
                                    .filter(QueryBuilders.termQuery("run", run)))
                            .size());
                }
                return true;
            }
        };
        GroupsDestination second = open(client, "r2");
        writeGroups(second, groups(BulkWriter.MAX_DOCUMENTS + 1, 2));
        second.complete(COUNTS);
        assertThat(seen, contains("r1 7", "r2 1001"));
        assertThat(
                "deletes were watched", client.requests(BulkRequest.class).getLast().requests(),
                hasSize(7));
        assertTrue(
                client.requests(BulkRequest.class).getLast().requests()
                        .getFirst() instanceof DeleteRequest);
    }

    private String visibleRun() {
        String[] run = new String[1];
        assertResponse(
                client().prepareSearch(DEST)
                        .setQuery(QueryBuilders.termQuery("kind", "run")),
                response -> run[0] =
                        (String) response.getHits().getAt(0).getSourceAsMap()
                                .get("completed_run"));
        return run[0];
    }

    public void testARepeatedWriteOfTheStatusIsNoConflict() {
        // The first answer is lost, as when a primary shard moves: the request is made twice.
        InterceptingClient client = new InterceptingClient(client()) {
            @Override
            boolean intercept(ActionRequest request, ActionListener<?> listener) {
                if (request instanceof IndexRequest status) {
                    client().index(
                            new IndexRequest(DEST)
                                    .id(status.id())
                                    .source(status.sourceAsMap())
                                    .setRefreshPolicy(RefreshPolicy.IMMEDIATE))
                            .actionGet();
                }
                return true;
            }
        };
        GroupsDestination destination = open(client, "r1");
        writeGroups(destination, groups(2, 2));
        destination.complete(COUNTS);
        assertStatus("r1", "completed", "r1");
        assertThat(written("r1"), hasSize(2));
    }

    public void testAGroupMustListAllItsMembers() {
        GroupsDestination destination = open("r1");
        Group whole = group("g", 5);
        Group cut = new Group(
                6, 2, whole.keeper(), whole.members(), 0.5f, true);
        assertFails(
                RestStatus.BAD_REQUEST,
                "part [1] of a group of [6] documents must list [5] members, got [4]",
                () -> writeGroups(destination, List.of(cut)));
    }

    public void testCancelledWhileItWaits() {
        boolean[] cancelled = new boolean[1];
        JobMonitor monitor = new JobMonitor() {
            @Override
            public void checkCancelled() {
                if (cancelled[0]) {
                    throw new IllegalStateException("cancelled");
                }
            }
        };
        InterceptingClient neverAnswers = new InterceptingClient(client()) {
            @Override
            boolean intercept(ActionRequest request, ActionListener<?> listener) {
                cancelled[0] = request instanceof BulkRequest;
                return cancelled[0] == false;
            }
        };
        GroupsDestination destination =
                GroupsDestination.open(neverAnswers, DEST, "r1", REQUEST, monitor, written -> {});
        writeGroups(destination, groups(1, 2));
        Exception e = expectThrows(
                IllegalStateException.class, () -> destination.complete(COUNTS));
        assertThat(e.getMessage(), equalTo("cancelled"));
        destination.abandon(new TaskCancelledException(e.getMessage()));
        assertStatus("r1", "cancelled", null);
    }
}
