package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Tuning on texts of an index: its answer, its page, its task, and that what it says comes true. */
public class TuneIT {

    private static final String INDEX = "tune";
    private static final String FIELD = "body";
    private static final List<String> TEXTS = Texts.withNearDuplicates(17, 60, 4);

    private static RestCalls rest;
    private static GroupsTasks tasks;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        tasks = new GroupsTasks(rest);
        Map<String, Object> near = TestIndex.minHash(Map.of());
        TestIndex index = TestIndex.createWith(rest, INDEX, TestIndex.settings(2),
                Map.of(FIELD, Map.of("type", "text", "fields", Map.of("near", near))));
        Map<String, Map<String, ?>> sources = new LinkedHashMap<>();
        for (int i = 0; i < TEXTS.size(); i++) {
            sources.put(Integer.toString(i), Map.of(FIELD, TEXTS.get(i)));
        }
        index.putSources(sources, "");
    }

    @After
    public void nothingIsLeft() throws IOException, InterruptedException {
        tasks.awaitNone();
        tasks.awaitNothingCharged();
    }

    /** Without a word on how to verify a query verifies exactly, and {@code body.near} is what the default mapping makes. */
    @Test
    public void whatAQueryNeedsIsRecommendedBesideWhatThereIs() throws IOException {
        Answer answer = tune(Map.of());
        List<Map<?, ?>> recommended = marked(answer, "recommended", true);
        assertEquals(1, recommended.size());
        Map<?, ?> best = recommended.getFirst();
        assertTrue(best.entrySet().containsAll(
                ((Map<?, ?>) answer.at("best", 0, "setting")).entrySet()));
        assertTrue("" + best, number(best, "recall") >= 0.99);
        assertTrue("" + best, number(best, "noise") <= 0.01);

        List<Map<?, ?>> present = marked(answer, "present_fields", List.of("body.near"));
        assertEquals(present, marked(answer, "default_mapping", true));
        assertEquals(1, present.size());
        assertEquals(192, present.getFirst().get("hash_count"));
        assertEquals(12, present.getFirst().get("bands"));
        assertEquals(5, present.getFirst().get("rows_taken"));
        assertTrue(
                "the default is no better: " + answer.at("best", 0, "reasons"),
                number(best, "cost") <= number(present.getFirst(), "cost"));
        for (Map<?, ?> row : rows(answer)) {
            double texts = number(row, "texts_read_per_query");
            assertThat("versions of a text are read", texts, greaterThan(2.0));
            assertTrue(texts <= number(row, "candidates_per_document"));
            assertEquals(
                    number((Map<?, ?>) row.get("per_document"), "total_in_bytes") * (1 + texts),
                    number(row, "cost"), 1e-6);
        }
    }

    private static List<Map<?, ?>> rows(Answer answer) throws IOException {
        return answer.objects("settings");
    }

    private static List<Map<?, ?>> marked(Answer answer, String mark, Object value)
            throws IOException {
        return rows(answer).stream().filter(row -> value.equals(row.get(mark))).toList();
    }

    private static double number(Map<?, ?> row, String name) {
        return ((Number) row.get(name)).doubleValue();
    }

    /** All texts are in the sample, so that its pairs are those that queries find in all of them. */
    @Test
    public void theFigureOfTheBestSettingIsWhatItsMappingDelivers() throws IOException {
        Answer answer = tune(
                Map.of(
                        "similarity", 0.7, "shingle_size", List.of(2, 4), "hash_count",
                        List.of(64, 100), "shingle_unit", List.of("word", "character")));
        assertEquals(4, ((List<?>) answer.at("best")).size());
        Map<?, ?> mapping = (Map<?, ?>) answer.at("best", 0, "mapping");
        Map<?, ?> setting = (Map<?, ?>) answer.at("best", 0, "setting");
        Map<?, ?> best = rows(answer).stream()
                .filter(row -> row.entrySet().containsAll(setting.entrySet()))
                .findFirst().orElseThrow();
        Map<?, ?> signature = (Map<?, ?>) best.get("signature");
        double found = number(best, "recall") * number(best, "pairs");
        double foundBySignatures =
                number(signature, "true_positives") + number(signature, "false_positives");

        TestIndex pasted = TestIndex.createWith(rest, "tune-pasted", TestIndex.settings(3),
                Map.of(TestIndex.FIELD, mapping));
        pasted.putAll(TEXTS);
        assertThat(found, greaterThan(100.0));
        assertEquals(2 * found, hits(pasted, Map.of()), 1e-6);
        assertEquals(
                2 * foundBySignatures, hits(pasted, Map.of("verify", "signature")), 1e-6);
    }

    private static int hits(TestIndex index, Map<String, ?> verify) throws IOException {
        int hits = 0;
        for (int i = 0; i < TEXTS.size(); i++) {
            Map<String, Object> query = new HashMap<>(verify);
            query.put("like", Map.of("_index", index.name(), "_id", Integer.toString(i)));
            hits += TestIndex.scores(index.near(query)).size();
        }
        return hits;
    }

    @Test
    public void aPage() throws Exception {
        ShownPage page = ShownPage.post(
                rest, "/" + INDEX + "/_near_duplicate/tune", Map.of("field", FIELD));
        assertThat(page.html(), startsWith("<!DOCTYPE html>"));
        assertEquals(tune(Map.of()).at("sample"), page.answer().at("sample"));
    }

    @Test
    public void theAnswerIsKeptForThoseWhoAskForTheTask() throws Exception {
        Map<String, Object> body = new HashMap<>(Map.of("field", FIELD, "sample_size", 50));
        Answer expected = tune(body);
        Answer kept = tasks.awaitEnd(start(body));

        assertEquals("indices:data/read/near_duplicate/tune", kept.at("task", "action"));
        assertEquals(
                "parameters for near duplicates of [body] in [tune]",
                kept.at("task", "description"));
        assertEquals(true, kept.at("task", "cancellable"));
        assertEquals("measuring", kept.at("task", "status", "phase"));
        assertEquals(50, kept.at("task", "status", "documents_sampled"));
        assertEquals(
                kept.at("task", "status", "settings", "total"),
                kept.at("task", "status", "settings", "measured"));
        assertEquals(expected.at("sample"), kept.at("response", "sample"));
        assertEquals(expected.at("best", 0, "mapping"), kept.at("response", "best", 0, "mapping"));
    }

    private static String start(Map<String, ?> body) throws IOException {
        return (String) rest
                .post("/" + INDEX + "/_near_duplicate/tune?wait_for_completion=false", body).ok()
                .at("task");
    }

    private static Answer tune(Map<String, ?> body) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>(body);
        all.put("field", FIELD);
        return rest.post("/" + INDEX + "/_near_duplicate/tune", all).ok();
    }
}
