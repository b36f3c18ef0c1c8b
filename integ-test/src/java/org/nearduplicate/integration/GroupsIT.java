package org.nearduplicate.integration;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** The groups of a few texts whose similarities are known, and every count of the answer. */
public class GroupsIT {

    private static final Map<String, ?> BANDS = Map.of("bands", 42, "rows", 3);
    private static final Map<String, String> TEXTS = new TreeMap<>(
            Map.of(
                    "a1", Texts.window("a", 0, 42),
                    "a1-copy", Texts.window("a", 0, 42),
                    "a2", Texts.window("a", 2, 42),
                    "a3", Texts.window("a", 4, 42),
                    "a4", Texts.window("a", 8, 42),
                    "b1", Texts.window("b", 0, 52),
                    "b2", Texts.window("b", 0, 62),
                    "lone", Texts.window("c", 0, 80),
                    "short", "two words"));
    private static final List<String> STAR_A = List.of("a1", "a1-copy", "a2", "a3");
    private static final List<String> COMPONENT_A = List.of("a1", "a1-copy", "a2", "a3", "a4");
    private static final List<String> GROUP_B = List.of("b2", "b1");

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        TestIndex index = TestIndex.create(
                rest,
                "groups",
                Map.of("bands", 42, "rows", 3, "similarity", 0.8, "recall", 0.99, "exact", true));
        index.putTexts(TEXTS);
        index.put("empty", "").ok();
        index.put("null", null).ok();
        index.put("no-words", "?!").ok();
    }

    @Test
    public void everyMemberOfAStarIsSimilarToItsKeeper() throws IOException {
        GroupsAnswer answer = ask(Map.of("verify", "exact"));

        assertEquals(List.of(STAR_A, GROUP_B), answer.groups());
        assertEquals(
                Map.of("a1-copy", 1f, "a2", 38 / 42f, "a3", 36 / 44f), answer.similarities(0));
        assertEquals(Map.of("b1", 50 / 60f), answer.similarities(1));
        assertGroup(answer, 0, 4, 3, 36 / 44f);
        assertGroup(answer, 1, 2, 2, 50 / 60f);
        assertEquals(0.8, answer.answer().at("min_similarity"));
        assertEquals(1.0, (double) answer.answer().at("probability_found"), 1e-9);
        assertFalse("pairs", answer.answer().body().containsKey("pairs"));
    }

    /** However large an answer is, it is never in memory as a whole. */
    @Test
    public void theAnswerIsSentInChunks() throws IOException, InterruptedException {
        URI uri = URI.create(
                "http://" + SharedCluster.ONE_NODE.node().address()
                        + "/groups/_near_duplicate/groups?filter_path=groups");
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"field\":\"near\",\"pairs\":true}"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            assertEquals(
                    List.of("chunked"), answer.headers().allValues("transfer-encoding"));
            assertEquals(
                    Map.of("groups", ask(Map.of()).answer().at("groups")),
                    new Answer(answer.statusCode(), answer.body(), List.of()).ok().body());
        }
    }

    @Test
    public void componentsJoinWhatIsNotSimilarToTheKeeper() throws IOException {
        GroupsAnswer answer = ask(Map.of("verify", "exact", "method", "components"));

        assertEquals(List.of(COMPONENT_A, GROUP_B), answer.groups());
        assertEquals(32 / 48f, answer.similarities(0).get("a4"), 0);
        assertGroup(answer, 0, 5, 4, 32 / 48f);
    }

    @Test
    public void everythingIsCounted() throws IOException {
        BandCensus census = BandCensus.of(rest, BANDS, TEXTS);
        GroupsAnswer answer = ask(Map.of("verify", "exact", "pairs", true));

        assertEquals(12, answer.count("documents", "total"));
        assertEquals(3, answer.count("documents", "without_signature"));
        assertEquals(census.inShared().size(), answer.count("documents", "with_candidates"));
        assertEquals(census.distinctTexts(), answer.count("documents", "distinct_texts"));
        assertEquals(6, answer.count("documents", "in_groups"));
        assertEquals(4, answer.count("documents", "redundant"));
        assertEquals(census.buckets().size(), answer.count("band_terms"));
        assertEquals(census.shared(), answer.count("buckets", "total"));
        assertEquals(census.largest(), answer.count("buckets", "largest"));
        assertEquals(0, answer.count("buckets", "limited"));
        assertEquals(0, answer.count("buckets", "documents_in_limited"));
        assertEquals(0, answer.count("buckets", "text_pairs_left_out"));
        assertEquals(census.compared(), answer.count("pairs", "text_pairs_compared"));
        assertEquals(census.candidates().size(), answer.count("pairs", "candidates"));
        assertEquals(8, census.verified(0.8));
        assertEquals(8, answer.count("pairs", "verified"));
        assertEquals(2, answer.count("groups"));
    }

    @Test
    public void pairsAreListedTheMostSimilarFirst() throws IOException {
        Map<String, Float> pairs = ask(Map.of("verify", "exact", "pairs", true)).pairs();

        assertEquals(
                List.of(
                        "a1 a1-copy", "a1 a2", "a1-copy a2", "a2 a3", "b2 b1", "a1 a3",
                        "a1-copy a3", "a3 a4"),
                List.copyOf(pairs.keySet()));
        pairs.forEach((pair, similarity) -> assertEquals(pair, similarity(pair), similarity, 0));

        GroupsAnswer first = ask(Map.of("verify", "exact", "pairs", true, "max_pairs", 3));
        assertEquals(
                List.of("a1 a1-copy", "a1 a2", "a1-copy a2"),
                List.copyOf(first.pairs().keySet()));
        assertEquals(8, first.count("pairs", "verified"));
    }

    @Test
    public void estimatesAreNearTheTruth() throws IOException {
        GroupsAnswer answer = ask(Map.of("min_similarity", 0.3, "pairs", true));
        Map<String, Float> pairs = answer.pairs();

        assertEquals(List.of(5, 2), answer.groups().stream().map(List::size).toList());
        assertEquals(11, pairs.size());
        // Six standard deviations of an estimate from 192 components of 2 bits.
        pairs.forEach((pair, estimate) -> assertEquals(pair, similarity(pair), estimate, 0.28));
        assertEquals(1f, pairs.get("a1 a1-copy"), 0);
    }

    @Test
    public void theMinimalSimilarityDecides() throws IOException {
        assertEquals(List.of(), groups("min_similarity", 1, "size", 0));
        assertEquals(List.of(List.of("a1", "a1-copy")), groups("min_similarity", 1));
        assertEquals(
                List.of(List.of("a1", "a1-copy", "a2")), groups("min_similarity", 0.85));
        assertEquals(
                List.of(COMPONENT_A, GROUP_B), groups("min_similarity", 0.6));
    }

    @Test
    public void sizesBoundWhatIsListedAndNotWhatIsCounted() throws IOException {
        GroupsAnswer one = ask(Map.of("verify", "exact", "size", 1, "max_members", 1));
        assertEquals(List.of(List.of("a1", "a1-copy")), one.groups());
        assertEquals(4, one.of(0, "size"));
        assertEquals(2, one.count("groups"));
        assertEquals(4, one.count("documents", "redundant"));

        GroupsAnswer large = ask(
                Map.of("verify", "exact", "min_group_size", 3, "pairs", true));
        assertEquals(List.of(STAR_A), large.groups());
        assertEquals(1, large.count("groups"));
        assertEquals(4, large.count("documents", "in_groups"));
        assertEquals(8, large.count("pairs", "verified"));
    }

    @Test
    public void onlyWhatMatchesTheQueryTakesPart() throws IOException {
        List<String> ids = List.of("a1", "a3", "a4", "b1", "null");
        Map<String, ?> query = Map.of("ids", Map.of("values", ids));
        GroupsAnswer answer = ask(Map.of("verify", "exact", "query", query, "pairs", true));
        Map<String, String> texts = new TreeMap<>(TEXTS);
        texts.keySet().retainAll(ids);
        BandCensus census = BandCensus.of(rest, BANDS, texts);

        assertEquals(List.of(List.of("a1", "a3")), answer.groups());
        assertEquals(5, answer.count("documents", "total"));
        assertEquals(1, answer.count("documents", "without_signature"));
        assertEquals(census.buckets().size(), answer.count("band_terms"));
        assertEquals(census.shared(), answer.count("buckets", "total"));
        assertEquals(2, answer.count("pairs", "verified"));

        assertEquals(
                List.of(), groups("query", Map.of("match_none", Map.of())));
    }

    @Test
    public void aQueryThatIsRewrittenFirst() throws IOException {
        Map<String, ?> like = Map.of("_index", "groups", "_id", "b1");
        Map<String, ?> near = TestIndex.withField(Map.of("like", like, "include_self", true));
        Map<String, ?> query = Map.of("near_duplicate", near);

        assertEquals(List.of(GROUP_B), groups("query", query));
    }

    private static GroupsAnswer ask(Map<String, ?> body) throws IOException {
        return GroupsAnswer.ask(rest, "groups", body);
    }

    private static List<List<String>> groups(Object... parameters) throws IOException {
        Map<String, Object> body = new TreeMap<>(Map.of("verify", "exact"));
        for (int i = 0; i < parameters.length; i += 2) {
            body.put((String) parameters[i], parameters[i + 1]);
        }
        GroupsAnswer answer = ask(body);
        assertTrue(answer.groups().size() <= answer.count("groups"));
        return answer.groups();
    }

    private static void assertGroup(
            GroupsAnswer answer, int group, int size, int texts, float smallest)
            throws IOException {
        assertEquals(size, answer.of(group, "size"));
        assertEquals(texts, answer.of(group, "texts"));
        assertEquals(
                smallest, ((Number) answer.of(group, "smallest_similarity")).floatValue(), 0);
        assertEquals("all_pairs", answer.of(group, "smallest_similarity_of"));
    }

    private static float similarity(String pair) {
        String[] ids = pair.split(" ");
        return (float) Texts.jaccard(TEXTS.get(ids[0]), TEXTS.get(ids[1]));
    }
}
