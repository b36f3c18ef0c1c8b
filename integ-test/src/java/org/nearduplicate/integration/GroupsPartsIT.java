package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

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
        rest = SharedCluster.THREE_NODES.rest();
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
    public void partsFindWhatTheWholeFinds() throws IOException {
        for (String verify : List.of("signature", "exact")) {
            Map<String, ?> body = Map.of(
                    "verify", verify, "pairs", true, "size", 100, "max_pairs", 100,
                    "dest", Map.of("index", DEST));
            GroupsAnswer whole = GroupsAnswer.ask(rest, INDEX, body);
            List<?> written = written(whole);
            rest.setting(MEMORY, "1mb").ok();
            GroupsAnswer parts = GroupsAnswer.ask(rest, INDEX, body);

            assertEquals(DOCUMENTS / COPIES, whole.count("groups"));
            assertEquals(withoutComparisons(whole), withoutComparisons(parts));
            assertEquals(1, whole.count("parts", "total"));
            assertEquals(DOCUMENTS, whole.count("parts", "largest"));
            assertTrue(parts.answer().text(), parts.count("parts", "total") > 1);
            assertTrue(parts.answer().text(), parts.count("parts", "largest") < DOCUMENTS);
            assertEquals(written, written(parts));
            rest.setting(MEMORY, null).ok();
        }
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

    /** All documents share a term, and are connected: their bucket and their component are larger than the memory. */
    @Test
    public void cancelledInAWorkUnit() throws IOException, InterruptedException {
        Crowds.boilerplate(rest, CROWD, SETTINGS, DOCUMENTS);
        rest.setting(MEMORY, "1mb").ok();
        String task = tasks.start(CROWD, Crowds.LONG_RUN);
        tasks.awaitUnits(task);
        tasks.cancel(task);
    }

    @Test
    public void memoryThatIsNone() throws IOException {
        for (Object memory : List.of("0", "1kb", "-2", "much", 17)) {
            rest.setting(MEMORY, memory).refused(400, MEMORY);
        }
    }

    private static Map<String, Object> withoutComparisons(GroupsAnswer answer) throws IOException {
        Map<String, Object> findings = new LinkedHashMap<>(answer.findings());
        findings.remove("dest");
        Map<String, Object> counts = new LinkedHashMap<>();
        ((Map<?, ?>) findings.get("counts")).forEach((name, count) -> counts.put("" + name, count));
        Map<String, Object> pairs = new LinkedHashMap<>();
        ((Map<?, ?>) counts.get("pairs")).forEach((name, count) -> pairs.put("" + name, count));
        pairs.keySet().removeAll(List.of("text_pairs_compared", "candidates"));
        counts.put("pairs", pairs);
        counts.remove("parts");
        findings.put("counts", counts);
        return findings;
    }

    /** Returns the groups in the destination, in the order of their identifiers. */
    private static List<?> written(GroupsAnswer answer) throws IOException {
        Answer found = rest.call(
                "GET",
                "/" + DEST + "/_search?size=10000&sort=group&filter_path=hits.hits._source.group,"
                        + "hits.hits._source.keeper,hits.hits._source.members&q=kind:group")
                .ok();
        assertEquals(
                answer.count("groups"), ((List<?>) found.at("hits", "hits")).size());
        return (List<?>) found.at("hits", "hits");
    }
}
