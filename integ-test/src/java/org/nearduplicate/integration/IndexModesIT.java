package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
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
