package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** An analyzer that sees no words in a script makes one shingle of a text. Answers report that wherever it may matter. */
public class OneShingleIT {

    private static final String THAI =
            "\u0E2A\u0E20\u0E32\u0E40\u0E21\u0E37\u0E2D\u0E07\u0E44\u0E21\u0E48\u0E2D\u0E19\u0E38\u0E21\u0E31\u0E15\u0E34"
                    .repeat(8);
    private static final List<String> TEXTS =
            List.of(THAI, THAI, THAI + "\u0E17\u0E35\u0E48", "a text of several words", "short");

    private static RestCalls rest;
    private static TestIndex unseen;
    private static TestIndex seen;

    @BeforeClass
    public static void createIndices() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        unseen = TestIndex.create(rest, "one-shingle", Map.of("analyzer", "whitespace"));
        unseen.putAll(TEXTS);
        seen = TestIndex.create(rest, "many-shingles", Map.of());
        seen.putAll(TEXTS);
    }

    @Test
    public void documentsAreCounted() throws IOException {
        assertCounts(4, unseen);
        assertCounts(1, seen);
    }

    private static void assertCounts(int expected, TestIndex index) throws IOException {
        Answer stats =
                rest.call("GET", "/" + index.name() + "/_near_duplicate/stats").ok();
        assertEquals(
                expected,
                stats.at("indices", index.name(), "fields", "near", "documents_of_one_shingle"));
        GroupsAnswer groups = GroupsAnswer.ask(rest, index.name(), Map.of());
        assertEquals(expected, groups.count("documents", "of_one_shingle"));
        String analyzer = index == seen ? "near_duplicate" : "whitespace";
        Answer tune =
                TestIndex.send(rest, "tune", index.name(), Map.of("analyzer", analyzer)).ok();
        assertEquals(expected, tune.at("shingles", 0, "of_one_shingle"));
    }

    @Test
    public void aLongTextWarns() throws IOException {
        Answer answer = unseen.near(Map.of("like", THAI)).ok();
        assertEquals(Set.of("0", "1"), TestIndex.scores(answer).keySet());
        assertThat(answer.warnings(), hasSize(1));
        assertThat(
                answer.warnings().get(0),
                containsString("[like] of [" + THAI.length() + "] characters is one shingle"));

        assertThat(unseen.near(Map.of("like", "short")).ok().warnings(), hasSize(0));
        TestIndex spaced = TestIndex.create(rest, "no-shingle", Map.of("analyzer", "whitespace"));
        spaced.putAll(List.of("a text of several words", THAI, "others have these words"));
        rest.call("DELETE", "/no-shingle/_doc/1?refresh=true").ok();
        assertThat(spaced.near(Map.of("like", THAI)).ok().warnings(), hasSize(0));
        Answer ofWords = seen.near(Map.of("like", THAI)).ok();
        assertEquals(Set.of("0", "1", "2"), TestIndex.scores(ofWords).keySet());
        assertThat(ofWords.warnings(), hasSize(0));
    }
}
