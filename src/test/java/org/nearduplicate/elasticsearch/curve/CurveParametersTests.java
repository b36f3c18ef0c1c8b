package org.nearduplicate.elasticsearch.curve;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.nearduplicate.curve.CurveChoice;
import org.nearduplicate.curve.CurveGoals;
import org.nearduplicate.curve.PassageGoal;
import org.nearduplicate.elasticsearch.Requests;
import org.nearduplicate.sketch.Refusal;
import org.nearduplicate.sketch.sets.SampledShingles;

/** What is read from a query string and from a body, and what of it is refused. */
public class CurveParametersTests extends ESTestCase {

    private static final CurveChoice ALL =
            CurveChoice.resolve(42, 3, CurveGoals.of(0.5, 0.9, 0.05, 0.02), 256);
    private static final Map<String, String> ALL_TEXTS =
            Map.of(
                    "bands", "42", "rows", "3", "similarity", "0.5", "recall", "0.9",
                    "noise_similarity", "0.05", "noise", "0.02", "hash_count", "256");

    public void testEverything() throws IOException {
        String body =
                """
                        { "hash_count": 256, "noise": 0.02, "noise_similarity": 0.05,
                          "recall": 0.9, "similarity": 0.5, "rows": 3, "bands": 42 }""";
        assertThat(choice(null, ALL_TEXTS), equalTo(ALL));
        assertThat(choice(body, Map.of()), equalTo(ALL));
        assertThat(choice(body, ALL_TEXTS), equalTo(ALL));
        for (String name : ALL_TEXTS.keySet()) {
            Map<String, String> others = new HashMap<>(ALL_TEXTS);
            String one = "{\"" + name + "\": \"" + others.remove(name) + "\"}";
            assertThat(name, choice(one, others), equalTo(ALL));
        }
    }

    public void testNothing() throws IOException {
        CurveChoice defaults =
                CurveChoice.resolve(null, null, CurveGoals.of(0.8, 0.99, null, null), 192);
        assertThat(choice(null, Map.of()), equalTo(defaults));
        assertThat(choice("{}", Map.of()), equalTo(defaults));
    }

    public void testPassages() throws IOException {
        assertPassages(null, null, "{}", Map.of());
        assertPassages(null, null, "{}", Map.of("recall", "0.9"));
        assertPassages(new SampledShingles(16), null, "{\"passages\": 16}", Map.of());
        assertPassages(
                new SampledShingles(64), new PassageGoal(9, 0.99), "{\"passages\": 64}",
                Map.of("shortest_passage", "9"));
        PassageGoal goal = new PassageGoal(40, 0.9);
        assertPassages(
                goal.choose(), goal, "{\"recall\": 0.9}", Map.of("shortest_passage", "40"));
    }

    private void assertPassages(
            SampledShingles sampled, PassageGoal goal, String body, Map<String, String> parameters)
            throws IOException {
        CurveXContent answer =
                RestCurveAction.answer(Requests.of(xContentRegistry(), body, parameters));
        assertThat(answer, equalTo(new CurveXContent(answer.choice(), sampled, goal)));
    }

    public void testWrongShapes() {
        Map<String, String> shapes = Map.of(
                "null", "null", "true", "true", "[42]", "START_ARRAY", "{}", "START_OBJECT");
        for (String name : ALL_TEXTS.keySet()) {
            shapes.forEach(
                    (value, got) -> assertRefused(
                            "{\"" + name + "\": " + value + "}", "[" + name + "]",
                            "got [" + got + "]"));
        }
    }

    public void testTheSameNumberTwiceOrAnother() throws IOException {
        assertThat(
                choice("{\"recall\": 9e-1}", Map.of("recall", ".90")),
                equalTo(choice(null, Map.of("recall", "0.9"))));
        for (String name : ALL_TEXTS.keySet()) {
            String value = name.equals("bands") || name.equals("rows")
                    ? "6"
                    : name.equals("hash_count") ? "512" : "0.25";
            Refusal.of(() -> choice("{\"" + name + "\": " + value + "}", ALL_TEXTS)).says(
                    "[" + name + "] must be the same in query string and body, got ["
                            + ALL_TEXTS.get(name) + "] and [" + value + "]");
        }
    }

    public void testANumberTwiceInTheUrl() {
        RestRequest request = new FakeRestRequest.Builder(xContentRegistry())
                .withPath("/_near_duplicate/curve?recall=0.9&rec%61ll=0.8&rows")
                .build();
        Exception refusal = expectThrows(Exception.class, () -> RestCurveAction.answer(request));
        assertThat(ExceptionsHelper.status(refusal), equalTo(RestStatus.BAD_REQUEST));
        assertThat(
                refusal.getMessage(),
                containsString("[recall] must be given once, got [0.9, 0.8]"));
    }

    private void assertRefused(String body, String... messages) {
        Exception refusal = expectThrows(Exception.class, () -> choice(body, Map.of()));
        assertThat(body, ExceptionsHelper.status(refusal), equalTo(RestStatus.BAD_REQUEST));
        String reason = refusal.getMessage();
        for (String message : messages) {
            assertThat(body, reason, containsString(message));
        }
    }

    private CurveChoice choice(String body, Map<String, String> parameters) throws IOException {
        return RestCurveAction.answer(Requests.of(xContentRegistry(), body, parameters)).choice();
    }
}
