package org.nearduplicate.elasticsearch.curve;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.sameInstance;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.sketch.CurveChoice;
import org.nearduplicate.sketch.CurveGoals;

/** What is read from a query string and from a body, and what of it is refused. */
public class CurveParametersTests extends ESTestCase {

    private static final CurveParameters ALL =
            new CurveParameters(42, 3, 0.5, 0.9, 0.05, 0.02, 256);
    private static final Map<String, String> ALL_TEXTS =
            Map.of(
                    "bands", "42", "rows", "3", "similarity", "0.5", "recall", "0.9",
                    "noise_similarity", "0.05", "noise", "0.02", "hash_count", "256");

    public void testEverything() throws IOException {
        assertThat(CurveParameters.read(ALL_TEXTS::get), equalTo(ALL));
        assertThat(
                parse(
                        """
                                { "hash_count": 256, "noise": 0.02, "noise_similarity": 0.05,
                                  "recall": 0.9, "similarity": 0.5, "rows": 3, "bands": 42 }"""),
                equalTo(ALL));
    }

    public void testNothing() throws IOException {
        assertThat(CurveParameters.read(name -> null), equalTo(CurveParameters.NONE));
        assertThat(parse("{}"), equalTo(CurveParameters.NONE));
    }

    public void testNumbersMayBeTexts() throws IOException {
        CurveParameters parameters = parse("{\"bands\": \"42\", \"similarity\": \"0.5\"}");
        assertThat(parameters.bands(), equalTo(42));
        assertThat(parameters.similarity(), equalTo(0.5));
    }

    public void testChoice() {
        assertThat(
                ALL.choice(),
                equalTo(CurveChoice.resolve(42, 3, CurveGoals.of(0.5, 0.9, 0.05, 0.02), 256)));
        assertThat(
                CurveParameters.NONE.choice(),
                equalTo(CurveChoice.resolve(null, null, CurveGoals.of(0.8, 0.99, null, null),
                        128)));
    }

    public void testUnknownParameters() {
        assertRefused("{\"band\": 42}", "unknown field [band] did you mean [bands]?");
        assertRefused("{\"format\": \"svg\"}", "unknown field [format]");
        assertRefused("{\"min_similarity\": 0.5}", "unknown field [min_similarity]");
    }

    public void testWrongValues() {
        for (String name : List.of("bands", "rows", "hash_count")) {
            int least = name.equals("hash_count") ? 16 : 1;
            for (String value : List.of(least - 1 + "", "1025", "2.5", "x", "1e18", "-3", "")) {
                String message = "[" + name + "] must be a whole number between " + least
                        + " and 1024, got [" + value + "]";
                assertRefusedEverywhere(name, value, message);
            }
            assertRefused("{\"" + name + "\": null}", "[" + name + "]", "got [null]");
            assertRefused("{\"" + name + "\": true}", "[" + name + "]", "got [true]");
            assertRefused("{\"" + name + "\": [42]}", "doesn't support values of type", name);
            assertRefused("{\"" + name + "\": {}}", "doesn't support values of type", name);
        }
        for (String name : List.of("similarity", "recall", "noise_similarity", "noise")) {
            String end = name.endsWith("similarity") ? "]" : ")";
            String most = end.equals("]") ? "1.0001" : "1";
            for (String value : List.of("0", "-0.5", most, "high", "NaN", "1e400", "")) {
                String message = "[" + name + "] must be a number in (0,1" + end + ", got ["
                        + value + "]";
                assertRefusedEverywhere(name, value, message);
            }
            assertRefused("{\"" + name + "\": null}", "[" + name + "]", "got [null]");
            assertRefused("{\"" + name + "\": [0.5]}", "doesn't support values of type", name);
        }
    }

    public void testBodies() {
        assertRefused("[]", "Expected START_OBJECT but was: START_ARRAY");
        assertRefused("{\"bands\": 42", "end-of-input");
        assertRefused("{\"bands\": 42} {}", "the body must be one object, got also [START_OBJECT]");
        assertRefused("{\"bands\": 42, \"bands\": 43}", "Duplicate field 'bands'");
    }

    public void testQueryStringAndBodyTogether() throws IOException {
        CurveParameters bands = new CurveParameters(42, null, null, null, null, null, null);
        CurveParameters recall = new CurveParameters(null, null, null, 0.9, null, null, null);
        CurveParameters both = new CurveParameters(42, null, null, 0.9, null, null, null);
        assertThat(bands.with(recall), equalTo(both));
        assertThat(recall.with(bands), equalTo(both));
        assertThat(ALL.with(CurveParameters.NONE), equalTo(ALL));
        assertThat(CurveParameters.NONE.with(ALL), equalTo(ALL));
        assertThat(
                CurveParameters.read(Map.of("recall", ".90")::get)
                        .with(parse("{\"recall\": 9e-1}")),
                equalTo(recall));
    }

    public void testContradictions() {
        for (String name : ALL_TEXTS.keySet()) {
            Map<String, String> other = new HashMap<>(ALL_TEXTS);
            String value = name.equals("bands") || name.equals("rows")
                    ? "7"
                    : name.equals("hash_count") ? "512" : "0.25";
            other.put(name, value);
            IllegalArgumentException refusal =
                    expectThrows(
                            IllegalArgumentException.class,
                            () -> ALL.with(CurveParameters.read(other::get)));
            assertThat(
                    refusal.getMessage(),
                    equalTo(
                            "[" + name + "] must be the same in query string and body, got ["
                                    + ALL_TEXTS.get(name) + "] and [" + value + "]"));
        }
    }

    public void testRefusalIsABadRequest() {
        Exception refusal = expectThrows(Exception.class, () -> parse("{\"bands\": 0}"));
        assertThat(ExceptionsHelper.status(refusal), sameInstance(RestStatus.BAD_REQUEST));
    }

    private void assertRefusedEverywhere(String name, String value, String message) {
        IllegalArgumentException refusal =
                expectThrows(
                        IllegalArgumentException.class,
                        () -> CurveParameters.read(Map.of(name, value)::get));
        assertThat(refusal.getMessage(), equalTo(message));
        assertRefused("{\"" + name + "\": \"" + value + "\"}", message);
    }

    private void assertRefused(String body, String... messages) {
        Exception refusal = expectThrows(Exception.class, () -> parse(body));
        assertThat(body, ExceptionsHelper.status(refusal), equalTo(RestStatus.BAD_REQUEST));
        String told = ExceptionsHelper.stackTrace(refusal);
        for (String message : messages) {
            assertThat(body, told, containsString(message));
        }
    }

    private CurveParameters parse(String body) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return CurveParameters.parse(parser);
        }
    }
}
