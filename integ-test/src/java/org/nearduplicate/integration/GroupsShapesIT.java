package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** What makes naive tools slow or wrong: very many copies, boilerplate, and chains. */
public class GroupsShapesIT {

    private static final int MANY = 20_000;
    private static final Map<String, ?> SETTINGS = TestIndex.settings(2);

    private static RestCalls rest;

    @BeforeClass
    public static void connect() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
    }

    @Test
    public void identicalDocuments() throws IOException {
        TestIndex index = TestIndex.create(rest, "identical", SETTINGS, Map.of("exact", true));
        Crowds.fill(index, MANY, i -> "the very same text in all of these documents");
        for (String verify : List.of("signature", "exact")) {
            GroupsAnswer answer = ask(
                    "identical",
                    Map.of("verify", verify, "pairs", true, "max_pairs", 10, "max_members", 5));

            assertEquals(
                    List.of(IntStream.range(0, 6).mapToObj(Crowds::id).toList()),
                    answer.groups());
            assertEquals(MANY, answer.of(0, "size"));
            assertEquals(1, answer.of(0, "texts"));
            assertEquals(1.0, answer.of(0, "smallest_similarity"));
            assertEquals(10, answer.pairs().size());
            assertEquals(MANY - 1, answer.count("documents", "redundant"));
            assertEquals(MANY, answer.count("buckets", "largest"));
            assertEquals(0, answer.count("buckets", "limited"));
            assertEquals(0, answer.count("pairs", "text_pairs_compared"));
            assertEquals(pairs(MANY), answer.count("pairs", "candidates"));
            assertEquals(pairs(MANY), answer.count("pairs", "verified"));
        }
    }

    @Test
    public void boilerplate() throws IOException {
        Crowds.boilerplate(rest, "boilerplate", SETTINGS, MANY);
        GroupsAnswer answer = ask(
                "boilerplate", Map.of("min_similarity", 0.99, "verify", "exact"));

        long largest = answer.count("buckets", "largest");
        long compared = answer.count("pairs", "text_pairs_compared");
        assertTrue("largest bucket: " + largest, largest > 0.85 * MANY);
        assertEquals(1, answer.count("buckets", "limited"));
        assertEquals(largest, answer.count("buckets", "documents_in_limited"));
        assertLeftOut(answer, largest, 1_000);
        assertTrue("compared: " + compared, compared < largest * 1_000);
        assertTrue("compared: " + compared, compared > largest * 500);
        assertEquals(compared, answer.count("pairs", "candidates"));
        assertEquals(0, answer.count("groups"));

        GroupsAnswer smaller = ask(
                "boilerplate",
                Map.of("min_similarity", 0.99, "verify", "exact", "max_bucket_texts", 10));
        assertLeftOut(smaller, largest, 10);
        assertTrue(smaller.count("pairs", "text_pairs_compared") < largest * 10);
    }

    /**
     * The number in the answer is that of texts in random blocks. Similar texts share blocks more often, so more pairs
     * are left out.
     */
    private static void assertLeftOut(GroupsAnswer answer, long texts, int limit)
            throws IOException {
        long reported = answer.count("buckets", "text_pairs_left_out");
        long leftOut = pairs(texts) - answer.count("pairs", "text_pairs_compared");
        assertTrue(reported + " of " + leftOut, reported <= leftOut);
        assertTrue(reported + " of " + leftOut, reported > pairs(texts) - texts * limit);
    }

    @Test
    public void chainOfNeighbours() throws IOException {
        int links = 39;
        TestIndex index = TestIndex.create(
                rest, "chain", SETTINGS, Map.of("bands", 42, "rows", 3, "exact", true));
        // 37 shingles each, three words on from one to the next: the similarity is 34 / 40.
        Crowds.fill(index, links + 1, i -> Texts.window("chain", 3 * i, 39));
        Map<String, ?> star = Map.of(
                "verify", "exact", "min_similarity", 0.8, "pairs", true, "size", 100);

        GroupsAnswer stars = ask("chain", star);
        assertEquals(links, stars.pairs().size());
        stars.pairs().values().forEach(similarity -> assertEquals(0.85f, similarity, 0));
        assertEquals(
                IntStream.range(0, 20)
                        .mapToObj(i -> List.of(Crowds.id(2 * i), Crowds.id(2 * i + 1)))
                        .toList(),
                stars.groups());
        assertEquals(20, stars.count("documents", "redundant"));

        GroupsAnswer component = ask(
                "chain",
                Map.of("verify", "exact", "min_similarity", 0.8, "method", "components"));
        assertEquals(List.of(links + 1), component.groups().stream().map(List::size).toList());
        assertEquals(0.0, component.of(0, "smallest_similarity"));
        assertEquals(0f, component.similarities(0).get(Crowds.id(links)), 0);
        assertEquals(0.85f, component.similarities(0).get(Crowds.id(1)), 0);
    }

    private static GroupsAnswer ask(String index, Map<String, ?> body) throws IOException {
        GroupsAnswer answer = GroupsAnswer.ask(rest, index, body);
        System.out.println(index + " " + body + ": " + answer.answer().at("took") + " ms");
        return answer;
    }

    private static long pairs(long documents) {
        return documents * (documents - 1) / 2;
    }
}
