package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/**
 * However documents are kept, the answers are those of a plain index: hits and scores, texts, groups,
 * pairs and keepers, chains and tuning; and so they are after deleting and overwriting documents.
 */
@RunWith(Parameterized.class)
public class IndexModesIT {

    private static final ModeCorpus CORPUS = ModeCorpus.of(35);
    private static final ModeCorpus CHANGED = CORPUS.changed();

    private static final String PEERS = "mode-peers";

    private static RestCalls rest;
    private static Map<String, Object> expected;
    private static Map<String, Object> expectedOfChanged;

    private final IndexMode mode;

    public IndexModesIT(IndexMode mode) {
        this.mode = mode;
    }

    @Parameters(name = "{0}")
    public static List<IndexMode> modes() {
        return IndexModes.all();
    }

    @BeforeClass
    public static void askAPlainIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        expected = plainAnswers(CORPUS);
        expectedOfChanged = plainAnswers(CHANGED);
    }

    @Test
    public void sameAnswersAsAPlainIndex() throws IOException {
        ModeWriter writer = new ModeWriter(rest, mode, CORPUS);
        String target = mode.way().fill(writer);
        ModeAnswers first = ModeAnswers.ask(rest, target, mode, CORPUS);
        assertAnswers(expected, first);

        writer.change(target, first.documents(), CHANGED);
        assertAnswers(expectedOfChanged, ModeAnswers.ask(rest, target, mode, CHANGED));
    }

    /** Of documents that no index has yet, values are compared as of those that it keeps; not if each index has its own times. */
    @Test
    public void newDocumentsBelongTogetherAsStoredOnes() throws IOException {
        rest.call("DELETE", "/" + PEERS + "?ignore_unavailable=true").ok();
        rest.put("/" + PEERS, mode.index()).ok();
        Map<String, ?> processor = Map.of(
                "field", "text", "index", PEERS, "near_field", mode.fields().field(), "action",
                "drop", "same", IndexMode.NUMBER, "within",
                Map.of("field", IndexMode.TIME, "interval", "10s"));
        rest.put(
                "/_ingest/pipeline/" + PEERS,
                Map.of("processors", List.of(Map.of("near_duplicate", processor)))).ok();
        Answer answer = Intake.bulk(
                rest,
                "/" + PEERS + "/_bulk?pipeline=" + PEERS + (mode.isRouted() ? "&routing=r" : ""),
                "create", peer(1, 10), "create", peer(1, 20), "create", peer(2, 20), "create",
                peer(1, 21), "create", peer(2, 30), "create", peer(2, 31));
        assertEquals(
                mode + ": " + answer.text(),
                mode.hasIdsOfItsOwn()
                        ? Collections.nCopies(6, "400")
                        : List.of("created", "noop", "created", "created", "noop", "created"),
                Intake.results(answer));
        assertEquals(
                mode.hasIdsOfItsOwn(),
                answer.text().contains("need an [index] that takes documents of any time"));
    }

    private Map<String, ?> peer(int number, int second) {
        String text = Texts.window("p", 0, 40);
        Map<String, Object> source = IndexMode.map(
                "text", text, IndexMode.NUMBER, number, IndexMode.HOST, "h", IndexMode.TIME,
                "2026-01-01T01:00:" + second + "Z");
        source.putAll(mode.fields().source().apply(List.of(text)));
        return source;
    }

    /** An index into which the documents were written as they are, and none was changed. */
    private static Map<String, Object> plainAnswers(ModeCorpus corpus) throws IOException {
        IndexMode plain = IndexModes.STANDARD;
        String index = plain.way().fill(new ModeWriter(rest, plain, corpus));
        return ModeAnswers.ask(rest, index, plain, corpus).answers();
    }

    private void assertAnswers(Map<String, Object> all, ModeAnswers asked) {
        Map<String, Object> answers = asked.answers();
        all.forEach((question, answer) -> {
            if (answers.containsKey(question) || mode.lacksSequenceNumbers() == false) {
                assertEquals(mode + ", " + question, answer, answers.get(question));
            }
        });
        assertTrue("questions: " + answers.size(), answers.size() > 50);
    }
}
