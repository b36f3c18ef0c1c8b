package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.Map;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedThreeNodes;

/** A run that does not fit into its memory works in parts, takes longer, and answers the same. */
public class GroupsPartsIT {

    private static final String MEMORY = "near_duplicate.groups.memory";
    private static final String INDEX = "parts";
    private static final String CROWD = "parts-crowd";
    private static final String DEST = "parts-groups";

    /** A shard that moves would let a run begin anew. */
    private static final Map<String, ?> SETTINGS = Map.of(
            "number_of_shards", 4, "number_of_replicas", 0, "routing.rebalance.enable", "none");

    /** Three megabytes of what a run holds of documents. */
    private static final int DOCUMENTS = 12_000;
    private static final int COPIES = 3;

    private static RestCalls rest;
    private static GroupsTasks tasks;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedThreeNodes.rest();
        tasks = new GroupsTasks(rest);
        TestIndex index = TestIndex.create(rest, INDEX, SETTINGS, Map.of("exact", true));
        Crowds.fill(
                index, DOCUMENTS,
                i -> Texts.window("text" + i / COPIES, i % COPIES, 60));
    }

    @After
    public void setBack() throws IOException, InterruptedException {
        rest.setting(MEMORY, null).ok();
        new WrittenGroups(rest, DEST).delete();
        tasks.awaitNone();
        tasks.awaitNothingOpen();
        tasks.awaitNothingCharged();
    }

    @AfterClass
    public static void deleteIndex() throws IOException {
        rest.call("DELETE", "/" + INDEX + "," + CROWD + "?ignore_unavailable=true").ok();
    }

    @Test
    public void progressIsThatOfAllParts() throws IOException, InterruptedException {
        rest.setting(MEMORY, "1mb").ok();
        String task = tasks.start(INDEX, Map.of("dest", Map.of("index", DEST)));
        Answer ended = tasks.awaitEnd(task);
        assertEquals(
                ended.text(), 100.0, ended.at("task", "status", "documents_grouped_percent"));
        assertEquals(100.0, ended.at("task", "status", "band_terms_walked_percent"));
        assertEquals(DOCUMENTS / COPIES, ended.at("task", "status", "groups"));
        assertEquals(
                ended.at("response", "counts", "pairs", "verified"),
                ended.at("task", "status", "pairs", "verified"));
    }

    /** All documents share a term, and hang together: their bucket and their component are larger than the memory. */
    @Test
    public void cancelledInAPiece() throws IOException, InterruptedException {
        Crowds.boilerplate(rest, CROWD, SETTINGS, DOCUMENTS);
        rest.setting(MEMORY, "1mb").ok();
        String task = tasks.start(CROWD, Crowds.LONG_RUN);
        tasks.awaitPieces(task);
        rest.call("POST", "/_tasks/" + task + "/_cancel?wait_for_completion=true").ok();
        assertThat(tasks.awaitEnd(task).text(), containsString("task_cancelled_exception"));
    }
}
