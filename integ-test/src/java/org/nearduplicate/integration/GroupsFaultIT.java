package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;

/** Nodes die, before and during runs: an error, or an answer that says what it lacks. */
public class GroupsFaultIT {

    private static final int CROWD = 12_000;
    private static final int DOCUMENTS = 300;

    private static final String CROWD_INDEX = "fault-crowd";
    private static final String REPLICATED_CROWD = "fault-crowd-replicated";
    private static final String SINGLE = "fault-single";
    private static final String REPLICATED = "fault-replicated";
    private static final String MANY = "fault-many";
    private static final String MEMORY = "near_duplicate.groups.memory";
    private static final String DEST = "fault-groups";
    private static final String DEST_OF_THE_DEAD = "groups-of-the-dead";

    private static Faults faults;
    private static RestCalls shared;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        faults = Faults.ofThreeNodes();
        shared = faults.rest();
        Crowds.boilerplate(shared, CROWD_INDEX, Faults.settings(0), CROWD);
        Crowds.boilerplate(shared, REPLICATED_CROWD, Faults.settings(1), CROWD);
        for (String index : List.of(SINGLE, REPLICATED)) {
            Map<String, ?> settings = Faults.settings(index.equals(SINGLE) ? 0 : 1);
            Crowds.fill(
                    TestIndex.create(shared, index, settings, Map.of()), DOCUMENTS,
                    i -> Texts.window("text" + i / 3, 0, 20));
        }
        faults.awaitGreen();
    }

    @After
    public void revive() throws IOException, InterruptedException {
        faults.reviveAll();
        faults.awaitNothingLeft();
    }

    @AfterClass
    public static void deleteIndices() throws IOException {
        shared.call(
                "DELETE",
                "/" + String.join(
                        ",", CROWD_INDEX, REPLICATED_CROWD, SINGLE, REPLICATED, MANY, DEST,
                        DEST_OF_THE_DEAD) + "?ignore_unavailable=true")
                .ok();
    }

    @Test
    public void aNodeThatIsGoneIsAClearlyPartialAnswer() throws IOException {
        try (RestCalls rest = faults.to(0)) {
            GroupsAnswer whole = GroupsAnswer.ask(rest, SINGLE, Map.of());
            assertEquals(DOCUMENTS / 3, whole.count("groups"));
            assertEquals(whole.groups(), GroupsAnswer.ask(rest, REPLICATED, Map.of()).groups());

            faults.kill(2);

            Answer partial = GroupsAnswer.send(rest, SINGLE, Map.of()).ok();
            assertEquals(partial.text(), 1, partial.at("_shards", "failed"));
            assertEquals(2, partial.at("_shards", "successful"));
            assertEquals(SINGLE, partial.at("_shards", "failures", 0, "index"));
            assertEquals(groupsOf(found(rest, SINGLE)), new GroupsAnswer(partial).groups());

            Answer replicated = GroupsAnswer.send(rest, REPLICATED, Map.of()).ok();
            assertEquals(replicated.text(), 0, replicated.at("_shards", "failed"));
            assertEquals(whole.groups(), new GroupsAnswer(replicated).groups());
        }
    }

    /** What does not fit into the memory of a node all nodes do together, with those that are left. */
    @Test
    public void aRunOfManyNodesIsTheSameThoughNodesDie() throws Exception {
        Crowds.fill(
                TestIndex.create(shared, MANY, Faults.settings(1), Map.of("exact", true)), CROWD,
                i -> Texts.window("text" + i / 3, i % 3, 60));
        faults.awaitGreen();
        shared.setting(MEMORY, "1mb").ok();
        try (RestCalls rest = faults.to(0)) {
            GroupsTasks tasks = new GroupsTasks(rest);
            Map<String, ?> body = Map.of("verify", "exact", "size", 1_000);
            GroupsAnswer whole = GroupsAnswer.ask(rest, MANY, body);
            assertEquals(CROWD / 3, whole.count("groups"));
            assertTrue(whole.answer().text(), whole.count("parts", "total") > 1);
            for (int victim : Faults.victims()) {
                String run = tasks.start(MANY, body);
                tasks.awaitUnits(run);
                faults.kill(victim);
                Answer end = tasks.awaitEnd(run);
                assertEquals(
                        end.text(), whole.answer().at("groups"), end.at("response", "groups"));
                revive();
            }
        } finally {
            shared.setting(MEMORY, null).ok();
        }
    }

    @Test
    public void aNodeDiesThatRunsOneJobAndHoldsShardsOfOthers() throws Exception {
        for (int round = 0; round < Effort.times(1); round++) {
            killDuringRuns((round + 1) % Faults.NODES);
            revive();
        }
    }

    /** Of the three runs, each node runs one; all of them read shards of the victim, or may do so. */
    private static void killDuringRuns(int victim) throws Exception {
        int first = (victim + 1) % Faults.NODES;
        int second = (victim + 2) % Faults.NODES;
        try (RestCalls doomed = faults.to(victim);
                RestCalls rest = faults.to(first);
                RestCalls waiting = faults.to(first);
                RestCalls other = faults.to(second)) {
            GroupsTasks tasks = new GroupsTasks(rest);
            String earlier = completed(DEST_OF_THE_DEAD);
            String beforeOther = completed(DEST);
            CompletableFuture<Answer> answer = ask(waiting, CROWD_INDEX);
            String waitedFor = tasks.awaitAny();
            String doomedRun = new GroupsTasks(doomed).start(CROWD_INDEX, to(DEST_OF_THE_DEAD));
            String otherRun = new GroupsTasks(other).start(REPLICATED_CROWD, to(DEST));
            for (String task : List.of(waitedFor, doomedRun, otherRun)) {
                tasks.awaitComparing(task);
            }
            assertEquals("node-" + victim, faults.nodeOf(doomedRun));
            assertFalse("over before a node died", answer.isDone());

            faults.kill(victim);

            assertNamesTheShard(answer.join(), CROWD_INDEX, victim);
            // A run that ends reports it within seconds or not at all.
            Faults.awaitTakenOver(rest, DEST);
            awaitEndOf(tasks, rest, otherRun);
            tasks.awaitNone();
            tasks.awaitNothingCharged();
            assertEquals(beforeOther, new WrittenGroups(rest, DEST).index());
            faults.reviveAll();
            assertTheDeadLeftTheEarlierRun(tasks, doomedRun, earlier);
        }
    }

    /** What the dead run left in its destination harms neither readers nor the next run, which deletes it. */
    private static void assertTheDeadLeftTheEarlierRun(
            GroupsTasks tasks, String doomedRun, String earlier) throws IOException {
        WrittenGroups written = new WrittenGroups(shared, DEST_OF_THE_DEAD);
        assertThat(written.indices(), hasItem(earlier));
        assertEquals(2, written.indices().size());
        assertEquals(404, tasks.get(doomedRun).status());
        assertEquals(DOCUMENTS / 3, written.groups());
        completed(DEST_OF_THE_DEAD);
        assertEquals(DOCUMENTS / 3, written.groups());
    }

    /** A run that reads no shard of the victim goes on, for minutes. */
    private static void awaitEndOf(GroupsTasks tasks, RestCalls rest, String run)
            throws Exception {
        if (tasks.get(run).text().startsWith("{\"completed\":false")) {
            rest.call("POST", "/_tasks/" + run + "/_cancel?wait_for_completion=true").ok();
        }
        Answer end = tasks.awaitEnd(run);
        System.out.println(REPLICATED_CROWD + ": " + end.at("error", "reason"));
        assertTrue(end.text(), end.body().containsKey("error"));
    }

    private static void assertNamesTheShard(Answer answer, String index, int victim)
            throws IOException {
        System.out.println(index + ": " + answer.text());
        assertTrue(answer.text(), answer.status() >= 500);
        assertThat(answer.text(), containsString("shard [[" + index + "]["));
        assertThat(answer.text(), containsString("on node [node-" + victim + "] failed"));
    }

    /** Writes the groups of the replicated index to a destination, and returns the index of the run, which is the only one. */
    private static String completed(String dest) throws IOException {
        GroupsAnswer whole =
                GroupsAnswer.ask(shared, REPLICATED, Map.of("dest", Map.of("index", dest)));
        assertEquals(DOCUMENTS / 3, whole.count("groups"));
        String index = new WrittenGroups(shared, dest).index();
        assertEquals(index, whole.answer().at("dest", "index"));
        return index;
    }

    private static Map<String, ?> to(String dest) {
        Map<String, Object> run = new HashMap<>(Crowds.LONG_RUN);
        run.put("dest", Map.of("index", dest));
        return run;
    }

    private static CompletableFuture<Answer> ask(RestCalls rest, String index) {
        return rest.postAsync("/" + index + "/_near_duplicate/groups", Crowds.LONG_RUN);
    }

    private static TreeSet<String> found(RestCalls rest, String index) throws IOException {
        Answer answer = rest.call("GET", "/" + index + "/_search?size=1000").ok();
        return answer.objects("hits", "hits").stream()
                .map(GroupsAnswer::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The groups of the documents that are there: three in a row have the same text. */
    private static List<List<String>> groupsOf(TreeSet<String> ids) {
        List<List<String>> groups = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i += 3) {
            groups.add(new ArrayList<>(ids.subSet(Crowds.id(i), Crowds.id(i + 3))));
        }
        groups.removeIf(group -> group.size() < 2);
        groups.sort((a, b) -> b.size() - a.size());
        return groups;
    }
}
