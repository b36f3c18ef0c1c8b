package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;

/** Texts that are made to bring a node of 512 MB down: indexed or refused, and found again. */
public class HostileTextsIT {

    private static final int MEGABYTE = 1_000_000;
    private static final int LONG_TEXT = 8 * MEGABYTE;
    private static final int LONE = 30_000;
    private static final int AT_A_TIME = Effort.isUsual() ? 2 : 4;

    private static SmallNode node;

    @BeforeClass
    public static void startNode() throws IOException, InterruptedException {
        node = new SmallNode();
    }

    @After
    public void nodeIsUnharmed() throws IOException, InterruptedException {
        node.assertUnharmed();
    }

    /**
     * As every document of that size on such a node, with or without a field of this type. A query of that
     * size is not tried: Elasticsearch reads it into memory before any query sees it.
     */
    @Test
    public void aTextOf100MegabytesIsRefused() throws Exception {
        TestIndex index = index("hostile-huge", Map.of());
        Answer answer = index.put("huge", Texts.shortWords(1, 100 * MEGABYTE));
        assertTrue(answer.status() + answer.text(), Set.of(413, 429).contains(answer.status()));
    }

    /**
     * Each word is a shingle of its own, each accent is written as two characters, a million marks are to be
     * put in order.
     */
    @Test
    public void theLongestTextsSeveralAtATime() throws Exception {
        TestIndex index = index("hostile-long", Map.of("exact", true));
        List<String> texts = List.of(
                Texts.shortWords(2, LONG_TEXT),
                "\uFDFA".repeat(LONG_TEXT / 3),
                "e\u0301 ".repeat(LONG_TEXT / 16),
                "e" + "\u0301\u0323".repeat(LONG_TEXT / 16),
                "\u4e00\u4e8c\u5341 ".repeat(LONG_TEXT / 40),
                "word ".repeat(LONG_TEXT / 20));
        for (int round = 0; round < Effort.times(1); round++) {
            for (String text : texts) {
                byte[] body = SmallNode.bytes(Map.of(TestIndex.FIELD, text));
                SmallNode.Crowd crowd =
                        node.postAll("/hostile-long/_doc", AT_A_TIME, i -> body);
                System.out.println(
                        "indexed " + crowd.withStatus(201) + " in " + crowd.millis() + " ms");
                crowd.assertAnsweredOrRefused();
            }
        }
        node.rest().call("POST", "/hostile-long/_refresh").ok();
        Answer found = index.near(Map.of("like", texts.getFirst(), "verify", "exact"));
        assertEquals(Set.of(1f), Set.copyOf(TestIndex.scores(found).values()));
    }

    @Test
    public void oneWordAMillionTimes() throws Exception {
        TestIndex index = index("hostile-word", Map.of("exact", true));
        index.put("million", "word ".repeat(MEGABYTE)).ok();
        index.put("three", "word word word").ok();
        index.put("two", "word word").ok();

        assertEquals(
                Map.of("million", 1f, "three", 1f),
                TestIndex.scores(index.near(Map.of("like", "word word word word"))));
    }

    @Test
    public void aMillionWords() throws Exception {
        TestIndex index = index("hostile-words", Map.of("exact", true));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < MEGABYTE; i++) {
            text.append(Integer.toString(i, Character.MAX_RADIX)).append(' ');
        }
        index.put("million", text.toString()).ok();
        index.put("fewer", text.substring(0, 4 * MEGABYTE)).ok();

        Map<String, Float> found = TestIndex.scores(
                index.near(
                        Map.of("like", Map.of("_index", index.name(), "_id", "million"), "verify",
                                "exact")));
        assertEquals(Set.of("fewer"), found.keySet());
        // All of its words but the last, which was cut, are the first of the other's.
        double words = text.substring(0, 4 * MEGABYTE).split(" ").length;
        assertEquals(words / MEGABYTE, found.get("fewer"), 1e-4);
    }

    @Test
    public void manyTextsOfOneWord() throws Exception {
        TestIndex index = index("hostile-short", Map.of());
        Crowds.fill(index, LONE, i -> "lone" + i);

        assertEquals(
                Set.of(Crowds.id(4711)),
                TestIndex.scores(index.near(Map.of("like", "lone4711"))).keySet());
        GroupsAnswer groups = GroupsAnswer.ask(node.rest(), index.name(), Map.of());
        assertEquals(
                LONE, groups.answer().at("counts", "documents", "total"));
        assertEquals(0, groups.answer().at("counts", "groups"));
    }

    @Test
    public void aTextInEveryScript() throws Exception {
        TestIndex index = index("hostile-scripts", Map.of());
        Map<String, String> texts = ScriptTexts.all();
        index.putTexts(texts);

        for (Map.Entry<String, String> text : texts.entrySet()) {
            assertEquals(
                    Set.of(text.getKey()),
                    TestIndex.scores(index.near(Map.of("like", text.getValue()))).keySet());
        }
    }

    private static TestIndex index(String name, Map<String, ?> parameters) throws IOException {
        return TestIndex.create(node.rest(), name, parameters);
    }
}
