package org.nearduplicate.integration;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;
import org.nearduplicate.server.Answer;
import org.nearduplicate.server.Json;
import org.nearduplicate.server.RestCalls;
import org.nearduplicate.server.SharedServer;

/** Two texts beside each other, as users ask for it. */
public class CompareIT {

    private static final String A = "The bank cut its rate by a quarter of a point on Monday.";
    private static final String B =
            "On Monday, the B\u00C4NK cut its rate by half of a point on Monday.";

    private static RestCalls rest;

    @BeforeClass
    public static void createIndex() throws IOException, InterruptedException {
        rest = SharedServer.rest();
        TestIndex index = TestIndex.create(rest, "compare", Map.of());
        index.putTexts(Map.of("1", A, "2", B));
    }

    @Test
    public void textsAndStoredDocuments() throws IOException {
        for (Object a : List.of(A, List.of(A), Map.of("_id", "1"))) {
            for (Object b : List.of(B, Map.of("_id", "2"))) {
                Answer answer = compare(Map.of("a", a, "b", b)).ok();
                // 11 and 12 shingles, of which 4 at the beginning and 3 at the end are the same.
                assertEquals(7 / 16.0, (Double) answer.at("similarity"), 1e-6);
                assertEquals(7, answer.at("counts", "shingles_in_common"));
                System.out.println(answer.text());
            }
        }
    }

    private static Answer compare(Map<String, ?> body) throws IOException {
        Map<String, Object> withField = new HashMap<>(body);
        withField.put("field", TestIndex.FIELD);
        return rest.call("POST", "/compare/_near_duplicate/compare", Json.of(withField));
    }

    private static void refused(Answer answer, String reason) {
        assertEquals(answer.text(), 400, answer.status());
        assertThat(answer.text(), containsString(reason));
    }
}
