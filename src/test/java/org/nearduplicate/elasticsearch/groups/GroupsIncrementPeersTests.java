package org.nearduplicate.elasticsearch.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.test.transport.MockTransportService;
import org.elasticsearch.transport.TestTransportChannel;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.xcontent.ObjectPath;
import org.nearduplicate.groups.Method;

/** Incremental runs that touch more than fits into their memory: what other nodes write the next run can replace. */
public class GroupsIncrementPeersTests extends PeersClusterTestCase {

    private static final String FULL = "full";
    private static final int FAMILIES = DOCUMENTS / 3;

    /** One document of each is changed, a tenth of all; twice as many as fit into a quarter of the memory are touched. */
    private static final int CHANGED = 600;

    private final List<Integer> changed = randomSubsetOf(
            CHANGED, IntStream.range(0, FAMILIES).boxed().toList());

    /** In each round groups are replaced that nodes wrote in the round before. */
    public void testNodesShareIncrements() throws Exception {
        fill();
        lendLittle();
        watchAll();
        assertPerformed(false, run(DEST, true));
        assertAllHelp();
        assertSameAsFull();
        for (int round = 0; round < 2; round++) {
            change(round);
            assertReplacesWhatTheLastRunWrote();
            assertAllHelp();
            assertSameAsFull();
        }
    }

    /** What a node wrote whose answer is lost is written again, and counts once. */
    public void testAnswerOfANodeIsLost() throws Exception {
        fill();
        lendLittle();
        assertPerformed(false, run(DEST, true));
        change(0);
        String node = internalCluster().getRandomNodeName();
        loseAnswers(node);
        assertPerformed(true, run(DEST, true));
        assertThat(helping, equalTo(Set.of(node)));
        watchNone();
        assertSameAsFull();
        change(1);
        assertReplacesWhatTheLastRunWrote();
        assertSameAsFull();
    }

    private void watchAll() {
        for (String node : internalCluster().getNodeNames()) {
            watch(node, null);
        }
    }

    /** Asserts that all nodes were asked for pieces since this was asserted before. */
    private void assertAllHelp() {
        assertThat(helping, equalTo(Set.of(internalCluster().getNodeNames())));
        helping.clear();
    }

    private void loseAnswers(String node) {
        MockTransportService.getInstance(node).<TransportRequest>addRequestHandlingBehavior(
                PieceActions.PARTS,
                (handler, request, channel, task) -> {
                    helping.add(node);
                    handler.messageReceived(
                            request,
                            new TestTransportChannel(
                                    ActionListener.running(
                                            () -> channel.sendResponse(
                                                    new IllegalStateException("lost")))),
                            task);
                });
    }

    private void assertReplacesWhatTheLastRunWrote() {
        Map<String, Map<String, Object>> before = VisibleGroups.of(client(), DEST);
        Object last = client().prepareGet(DEST, "run").get().getSourceAsMap()
                .get("completed_run");
        Map<String, Object> answer = run(DEST, true);
        assertPerformed(true, answer);
        Set<String> gone = new HashSet<>(before.keySet());
        gone.removeAll(VisibleGroups.of(client(), DEST).keySet());
        assertThat(
                GroupsNodeTestCase.number(answer, "incremental.groups.replaced"),
                equalTo(gone.size()));
        assertThat(
                gone.stream().map(id -> before.get(id).get("run")).toList(), hasItem(last));
    }

    private static void assertPerformed(boolean expected, Map<String, Object> answer) {
        assertThat(
                answer.toString(), ObjectPath.eval("incremental.performed", answer),
                equalTo(expected));
    }

    /** A run that groups all has the memory to do it alone. */
    private void assertSameAsFull() {
        updateClusterSettings(Settings.builder().putNull(GroupsSettings.MEMORY.getKey()));
        Map<String, Object> full = run(FULL, false);
        assertThat(GroupsNodeTestCase.number(full, "counts.parts.total"), equalTo(1));
        assertThat(
                VisibleGroups.ofAnyRun(client(), DEST),
                equalTo(VisibleGroups.ofAnyRun(client(), FULL)));
        lendLittle();
    }

    /** Changes a document of each of the same families, so that their groups are written in each round. */
    private void change(int round) {
        BulkRequestBuilder bulk = client().prepareBulk(INDEX)
                .setRefreshPolicy(RefreshPolicy.IMMEDIATE);
        for (int family : changed) {
            String id = Integer.toString(3 * family + between(0, 2));
            switch (between(0, 3)) {
                case 0 -> bulk.add(client().prepareDelete(INDEX, id));
                case 1 -> add(bulk, "new-" + round + "-" + family, family);
                case 2 -> add(bulk, id, family);
                default -> add(bulk, id, between(0, FAMILIES - 1));
            }
        }
        assertNoFailures(bulk.get());
    }

    private static void add(BulkRequestBuilder bulk, String id, int family) {
        bulk.add(prepareIndex(INDEX).setId(id).setSource("body", text(family)));
    }

    private static Map<String, Object> run(String dest, boolean incremental) {
        GroupsParameters parameters = new GroupsParameters(
                "body", false, null, null, new MatchAllQueryBuilder(), Method.STAR,
                KeepBy.DEFAULT, 2, 1_000, 100, 1_000, false, 1_000, List.of(), dest, incremental);
        return GroupsNodeTestCase.asJson(
                client().execute(
                        TransportGroupsAction.TYPE,
                        RandomGroups.request(
                                parameters, IndicesOptions.strictExpandOpen(), false, INDEX))
                        .actionGet(PATIENCE));
    }
}
