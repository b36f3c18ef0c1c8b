package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.SharedServer;

/** Texts that are hardly texts: all are indexed, none is a duplicate by being empty. */
public class OddTextsIT {

    private static final int WORDS_OF_10_MB = 1_430_000;

    private static TestIndex index;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        index = TestIndex.create(SharedServer.rest(), "odd-texts", Map.of("exact", true));
    }

    @Test
    public void emptyTextsAreIndexedAndMatchNothing() throws IOException {
        List<Object> empties = Arrays.asList("", "   ", "!? …", null, List.of(), List.of("", "-"));
        for (int i = 0; i < empties.size(); i++) {
            index.put("empty-" + i, empties.get(i)).ok();
        }
        for (int i = 0; i < empties.size(); i++) {
            assertEquals("empty-" + i, Set.of(), found(stored("empty-" + i)));
        }
        assertEquals(Set.of(), found("!?"));
        Map<String, ?> exists = Map.of("exists", Map.of("field", TestIndex.FIELD));
        Map<String, ?> none = Map.of("bool", Map.of("must_not", exists));
        Set<String> without = TestIndex.scores(index.search(Map.of("query", none))).keySet();
        for (int i = 0; i < empties.size(); i++) {
            assertEquals("empty-" + i, true, without.contains("empty-" + i));
        }
    }

    @Test
    public void textsOfOneWordFindTheSameWordOnly() throws IOException {
        index.put("word-1", "alone").ok();
        index.put("word-2", "Alone!").ok();
        index.put("word-3", "together").ok();

        assertEquals(Set.of("word-2"), found(stored("word-1")));
        assertEquals(Set.of("word-1", "word-2"), found("ALONE"));
        assertEquals(Set.of(), found("nowhere"));
    }

    @Test
    public void textsShorterThanAShingleAreOneShingle() throws IOException {
        index.put("short-1", "two words").ok();
        index.put("short-2", "words two").ok();

        assertEquals(Set.of("short-1"), found("Two, words."));
    }

    @Test
    public void anArrayIsTheUnionOfItsValues() throws IOException {
        index.put("array-1", Arrays.asList("one two three four", null, "five six seven")).ok();
        index.put("array-2", List.of("five six seven", "one two three four")).ok();
        index.put("joined", "one two three four five six seven").ok();

        assertEquals(Set.of("array-2"), found(stored("array-1")));
        assertEquals(
                Set.of("array-1", "array-2"),
                found(List.of("one two three four", "five six seven")));
    }

    @Test
    public void loneSurrogatesAreOrdinaryCharacters() throws IOException {
        index.put("surrogate", "before \ud800 between \udfff after").ok();
        index.put("surrogate-again", "before \ud800 between \udfff after").ok();

        assertEquals(Set.of("surrogate-again"), found(stored("surrogate")));
    }

    @Test
    public void aTextOf10Megabytes() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        List<String> words = new ArrayList<>();
        for (int i = 0; i < WORDS_OF_10_MB; i++) {
            words.add(Integer.toString(random.nextInt(100_000, 1_000_000)));
        }
        index.put("large", String.join(" ", words)).ok();
        index.put("large-shortened", String.join(" ", words.subList(0, WORDS_OF_10_MB - 10_000)))
                .ok();

        assertEquals(Set.of("large-shortened"), found(stored("large")));
    }

    @Test
    public void anObjectIsNoText() throws IOException {
        Answer answer = index.put("object", Map.of("a", "b"));

        assertEquals(answer.text(), 400, answer.status());
        assertFalse(found("b").contains("object"));
    }

    private static Map<String, ?> stored(String id) {
        return Map.of("_index", index.name(), "_id", id);
    }

    private static Set<String> found(Object like) throws IOException {
        return TestIndex.scores(index.near(Map.of("like", like, "verify", "exact"))).keySet();
    }
}
