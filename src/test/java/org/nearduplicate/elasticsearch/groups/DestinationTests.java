package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexRequest;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.admin.indices.AliasesNotFoundException;
import org.elasticsearch.snapshots.SnapshotInProgressException;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.job.JobMonitor;

/** Runs that write to one destination, one after another and at the same time. */
public class DestinationTests extends DestinationTestCase {

    public void testFirstRun() {
        Destination destination = open();
        expectThrows(IndexNotFoundException.class, this::visible);
        writeGroups(destination, groups(2, 3));
        writeGroups(destination, List.of(group("last", 2)));
        destination.writePair(pair("x", "y"));
        destination.complete(COUNTS);

        assertOnly(destination.index().index());
        Map<?, ?> meta = meta();
        assertThat(meta.get("dest"), equalTo(DEST));
        assertThat(meta.get("request"), equalTo(META.get("request")));
        assertThat(meta.get("task"), equalTo("n:1"));
        assertThat(((Map<?, ?>) meta.get("counts")).get("band_terms"), equalTo(3));
        Instant started = Instant.parse((String) meta.get("started"));
        assertFalse(Instant.parse((String) meta.get("finished")).isBefore(started));
        assertThat(visible(), equalTo(Set.of(id("g0"), id("g1"), id("last"), "pair-1")));
        assertThat(
                document(id("g0")),
                equalTo(
                        Map.of(
                                "kind", "group",
                                "group", RunIndex.identifier(group("g0", 2).keeper()),
                                "part", 1,
                                "parts", 1,
                                "size", 3,
                                "texts", 2,
                                "keeper", Map.of(
                                        "_index", "articles", "_id", "g0-keeper",
                                        "_routing", "here"),
                                "members", List.of(
                                        Map.of(
                                                "_index", "articles", "_id", "g0-1",
                                                "similarity", 0.5),
                                        Map.of(
                                                "_index", "articles", "_id", "g0-2",
                                                "similarity", 0.33333334)),
                                "smallest_similarity", 0.25,
                                "smallest_similarity_of", "all_pairs")));
        assertThat(
                document("pair-1"),
                equalTo(
                        Map.of(
                                "kind", "pair",
                                "a", Map.of("_index", "articles", "_id", "x"),
                                "b", Map.of("_index", "articles", "_id", "y"),
                                "similarity", 0.75)));
    }

    public void testSearchesFindAGroupByItsDocuments() {
        run(3);
        assertThat(
                visible(QueryBuilders.termQuery("members._id", "g1-2")), contains(id("g1")));
        assertThat(
                visible(QueryBuilders.termQuery("keeper._id", "g2-keeper")),
                contains(id("g2")));
        assertThat(visible(QueryBuilders.termQuery("keeper._index", "articles")), hasSize(3));
        assertThat(visible(QueryBuilders.termQuery("keeper._routing", "here")), hasSize(3));
        assertThat(visible(QueryBuilders.rangeQuery("members.similarity").gt(0.6)), empty());
        assertThat(visible(QueryBuilders.termQuery("_id", "g1-2")), empty());
    }

    public void testAnAbandonedRunLeavesTheOneBefore() {
        String first = run(2);
        Map<?, ?> meta = meta();
        Destination second = open();
        writeGroups(second, groups(BulkWriter.MAX_DOCUMENTS + 1, 3));
        second.abandon();
        assertOnly(first);
        assertThat(meta(), equalTo(meta));
        second.abandon();
        assertOnly(first);
        assertOnly(run(1));
    }

    /** As a killed node leaves it. */
    public void testARunThatNeverEndsIsDeletedByTheNext() {
        writeGroups(open(), groups(BulkWriter.MAX_DOCUMENTS + 1, 2));
        assertOnly(run(1));
    }

    public void testARunIsEndedByALaterOne() {
        String before = run(1);
        Destination first = open();
        writeGroups(first, groups(2, 3));
        Destination second = open();
        writeGroups(second, groups(3, 3));
        String conflict =
                "[dest] [duplicates]: the run was ended by a later one, or its index was deleted";
        assertFails(RestStatus.CONFLICT, conflict, () -> first.complete(COUNTS));
        first.abandon();
        assertThat(current(), equalTo(before));
        second.complete(COUNTS);
        assertOnly(second.index().index());
        assertThat(visible(), hasSize(3));
    }

    /** A bulk that comes late does not create the index again. */
    public void testDeletedMeanwhile() {
        Destination destination = open();
        assertAcked(indicesAdmin().prepareDelete(destination.index().index()));
        writeGroups(destination, groups(1, 2));
        assertFails(
                RestStatus.CONFLICT, "its index was deleted", () -> destination.complete(COUNTS));
        destination.abandon();
        assertThat(indices(), empty());
    }

    /** Two that start at the same moment do not know of each other; both complete, one after the other. */
    public void testTwoRunsThatStartAtOnce() {
        Destination[] other = new Destination[1];
        Destination destination = open(new InterceptingClient(client(), (request, listener) -> {
            if (request instanceof CreateIndexRequest) {
                other[0] = open(client());
            }
            return true;
        }));
        writeGroups(destination, groups(2, 3));
        destination.complete(COUNTS);
        assertThat(visible(), hasSize(2));
        writeGroups(other[0], groups(3, 3));
        other[0].complete(COUNTS);
        assertOnly(other[0].index().index());
    }

    /** The alias is asked for, and changed, in two steps: another run may complete between them. */
    public void testTwoRunsThatCompleteAtOnce() {
        for (int before = 0; before < 2; before++) {
            Destination[] other = new Destination[1];
            Destination destination = open(new InterceptingClient(client(), (request, listener) -> {
                if (isSwap(request) && other[0] != null) {
                    Destination completed = other[0];
                    other[0] = null;
                    completed.complete(COUNTS);
                }
                return true;
            }));
            // It began at the same moment, and ends nobody.
            Destination atOnce = open(new InterceptingClient(client(), (request, listener) -> {
                return isEnd(request) == false || isAnswered(listener) == false;
            }));
            other[0] = atOnce;
            writeGroups(destination, groups(2, 3));
            destination.complete(COUNTS);
            assertThat(visible(), hasSize(2));
            assertThat(current(), equalTo(destination.index().index()));
            assertOnly(run(1));
        }
    }

    /** A search at any time sees the documents of one run, all of them. */
    public void testReadersAlwaysSeeOneWholeRun() {
        run(7);
        TreeSet<Integer> seen = new TreeSet<>();
        InterceptingClient client = new InterceptingClient(client(), (request, listener) -> {
            seen.add(visible().size());
            return true;
        });
        Destination second = open(client);
        writeGroups(second, groups(BulkWriter.MAX_DOCUMENTS + 1, 2));
        second.complete(COUNTS);
        assertThat(seen, contains(7, 1001));
        assertThat(
                "the deletion was watched", client.requests(DeleteIndexRequest.class), hasSize(1));
    }

    /** As the index of a snapshot that is under way. */
    public void testAnIndexThatCannotBeDeletedStaysUntilTheNextRun() {
        String first = run(1);
        Destination second = open(new InterceptingClient(client(), (request, listener) -> {
            if (request instanceof DeleteIndexRequest) {
                listener.onFailure(new SnapshotInProgressException("it is in a snapshot"));
                return false;
            }
            return true;
        }));
        second.complete(COUNTS);
        assertThat(current(), equalTo(second.index().index()));
        assertThat(indices(), hasItem(first));
        assertOnly(run(1));
    }

    /** The answer to the change of the alias is lost, as when the master fails: it is made, and noticed. */
    public void testAChangeWhoseAnswerIsLostIsNoFailure() {
        run(1);
        Destination destination = open(new InterceptingClient(client(), (request, listener) -> {
            if (isSwap(request)) {
                client().admin().indices().aliases((IndicesAliasesRequest) request).actionGet();
                listener.onFailure(new IllegalStateException("lost"));
                return false;
            }
            return true;
        }));
        destination.complete(COUNTS);
        destination.abandon();
        assertOnly(destination.index().index());
    }

    public void testAChangeOfTheAliasThatFails() {
        String first = run(1);
        Destination destination = open(new InterceptingClient(client(), (request, listener) -> {
            if (isSwap(request)) {
                listener.onFailure(new IllegalStateException("no master"));
                return false;
            }
            return true;
        }));
        assertFails(
                RestStatus.INTERNAL_SERVER_ERROR, "[dest] [duplicates]: no master",
                () -> destination.complete(COUNTS));
        destination.abandon();
        assertOnly(first);
    }

    public void testAGroupMustListAllItsMembers() {
        Destination destination = open();
        Group whole = group("g", 5);
        Group cut = new Group(6, 2, whole.keeper(), whole.members(), 0.5f, true);
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
                    throw new TaskCancelledException("cancelled");
                }
            }
        };
        InterceptingClient neverAnswers = new InterceptingClient(client(), (request, listener) -> {
            cancelled[0] = request instanceof BulkRequest;
            return cancelled[0] == false;
        });
        Destination destination = Destination.open(
                neverAnswers, DEST, List.of(), META, monitor, written -> {});
        writeGroups(destination, groups(1, 2));
        expectThrows(TaskCancelledException.class, () -> destination.complete(COUNTS));
        destination.abandon();
        assertThat(indices(), empty());
    }

    /** A privilege that is missing for the alias, or for documents, is reported when the run begins. */
    public void testPrivilegesAreCheckedAtTheBeginning() {
        String first = run(1);
        for (Class<?> refused : List.of(IndicesAliasesRequest.class, UpdateRequest.class)) {
            boolean[] isRefused = new boolean[1];
            Client client = new InterceptingClient(client(), (request, listener) -> {
                if (isRefused[0] || refused.isInstance(request) == false) {
                    return true;
                }
                isRefused[0] = true;
                listener.onFailure(
                        new ElasticsearchStatusException("no right", RestStatus.FORBIDDEN));
                return false;
            });
            assertFails(
                    RestStatus.FORBIDDEN, "[dest] [duplicates]: no right", () -> open(client));
            assertOnly(first);
        }
    }

    public void testOtherFieldsAreRefused() {
        run(1);
        Exception e = expectThrows(
                Exception.class,
                client().prepareIndex(DEST).setSource("comment", "mine"));
        assertThat(
                ExceptionsHelper.stackTrace(e),
                containsString("mapping set to strict"));
    }

    private static boolean isSwap(ActionRequest request) {
        return request instanceof IndicesAliasesRequest aliases
                && aliases.getAliasActions().size() > 1;
    }

    private static boolean isEnd(ActionRequest request) {
        return request instanceof IndicesAliasesRequest aliases
                && aliases.getAliasActions().size() == 1
                && aliases.getAliasActions().getFirst().aliases()[0].endsWith("-writing");
    }

    private static boolean isAnswered(ActionListener<?> listener) {
        listener.onFailure(new AliasesNotFoundException("it has ended"));
        return true;
    }
}
