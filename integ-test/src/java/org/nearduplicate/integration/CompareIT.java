package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedCluster;

/** Two texts beside each other, as users ask for it. */
public class CompareIT {

    private static final String INDEX = "compare";
    private static final String A = "The bank cut its rate by a quarter of a point on Monday.";
    private static final String B =
            "On Monday, the B\u00C4NK cut its rate by half of a point on Monday.";

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedCluster.ONE_NODE.rest();
        TestIndex index = TestIndex.create(rest, INDEX, Map.of("bands", 64, "rows", 2));
        index.putTexts(Map.of("1", A, "2", B));
        rest.call("PUT", "/" + INDEX + "/_alias/compare-alias").ok();
    }

    @Test
    public void textsAndStoredDocuments() throws IOException {
        for (Object a : List.of(A, List.of(A), Map.of("_id", "1"))) {
            for (Object b : List.of(B, Map.of("_id", "2"))) {
                Answer answer = compare(Map.of("a", a, "b", b)).ok();
                // 11 and 12 shingles, of which 4 at the beginning and 3 at the end are the same.
                assertEquals(7 / 16.0, (Double) answer.at("similarity"), 1e-6);
                assertEquals(11, answer.at("a", "shingles"));
                assertEquals(12, answer.at("b", "shingles"));
                assertEquals(7 / 11.0, (Double) answer.at("a", "share_in_other"), 1e-6);
                assertEquals(7 / 12.0, (Double) answer.at("b", "share_in_other"), 1e-6);
                assertEquals(A.length(), answer.at("a", "characters"));
                assertEquals(B.length(), answer.at("b", "characters"));
                assertEquals(7, answer.at("counts", "shingles_in_common"));
                assertEquals(2, answer.at("counts", "passages"));
                assertEquals(
                        a instanceof Map ? Map.of("_index", INDEX, "_id", "1") : null,
                        ((Map<?, ?>) answer.at("a")).get("document"));
                assertPassage(
                        answer, 0, A, "The bank cut its rate by", B,
                        "the B\u00C4NK cut its rate by");
                assertPassage(answer, 1, A, "of a point on Monday", B, "of a point on Monday");
                assertThat(answer.warnings(), hasSize(0));
            }
        }
    }

    @Test
    public void documentOfAnAlias() throws IOException {
        for (Map<String, ?> document : List.of(
                Map.of("_id", "1"), Map.of("_index", "compare-alias", "_id", "1"))) {
            Answer answer = compare("compare-alias", Map.of("a", document, "b", B)).ok();
            assertEquals(INDEX, answer.at("a", "document", "_index"));
        }
    }

    @Test
    public void refusals() throws IOException {
        compare(Map.of("a", A, "b", B, "size", 100_001)).refused(400,
                "[size] must be a whole number between 0 and 100000, got [100001]");
        compare(Map.of("a", A, "b", "\u2026")).refused(400,
                "[b] must have words for [near], got none");
        compare(Map.of("a", A, "b", B, "field", "nowhere")).refused(400,
                "[field] must be a field of type [minhash], got [nowhere] without a mapping");
        compare("nowhere", Map.of("a", A, "b", B)).refused(404, "no such index [nowhere]");
        assertEquals(405, rest.call("DELETE", path(INDEX)).status());
    }

    @Test
    public void reasonsAreInTheTopLine() throws IOException {
        assertEquals(
                "[field] must be a field of type [minhash], got [colour] of type [keyword]",
                compare(Map.of("a", A, "b", B, "field", "colour")).at("error", "reason"));
    }

    @Test
    public void longTexts() throws IOException {
        String text = Texts.shortWords(1, 1_000_000);
        Answer answer = compare(Map.of("a", text, "b", "v w x " + text, "size", 1)).ok();
        assertEquals(1, answer.at("counts", "passages"));
        assertEquals(6, answer.at("passages", 0, "b", "start"));
        setting(Map.of("index.near_duplicate.max_like_length", A.length()));
        try {
            compare(Map.of("a", A, "b", Map.of("_id", "1"))).ok();
            compare(Map.of("a", A, "b", Map.of("_id", "2"))).refused(400,
                    "[b] must have at most [" + A.length() + "] characters, which the index setting"
                            + " [index.near_duplicate.max_like_length] allows, got [" + B.length());
        } finally {
            setting(Collections.singletonMap(
                    "index.near_duplicate.max_like_length", null));
        }
    }

    private static void setting(Map<String, ?> setting) throws IOException {
        rest.put("/" + INDEX + "/_settings", setting).ok();
    }

    private static void assertPassage(
            Answer answer, int passage, String a, String inA, String b, String inB)
            throws IOException {
        assertEquals(inA, cut(a, answer, passage, "a"));
        assertEquals(inB, cut(b, answer, passage, "b"));
    }

    private static String cut(String text, Answer answer, int passage, String side)
            throws IOException {
        int start = (int) answer.at("passages", passage, side, "start");
        int length = (int) answer.at("passages", passage, side, "length");
        return text.substring(start, start + length);
    }

    private static Answer compare(Map<String, ?> body) throws IOException {
        return compare(INDEX, body);
    }

    private static Answer compare(String index, Map<String, ?> body) throws IOException {
        return rest.post(path(index), TestIndex.withField(body));
    }

    private static String path(String index) {
        return "/" + index + "/_near_duplicate/compare";
    }
}
