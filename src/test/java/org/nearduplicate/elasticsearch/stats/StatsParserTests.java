package org.nearduplicate.elasticsearch.stats;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.elasticsearch.Requests;

/** What is read from a query string and from a body, and what of it is refused. */
public class StatsParserTests extends ESTestCase {

    public void testDefaults() throws IOException {
        StatsParameters defaults = new StatsParameters(5, List.of("*"));
        assertThat(parse(null, Map.of()), equalTo(defaults));
        assertThat(parse("{}", Map.of()), equalTo(defaults));
    }

    public void testEverything() throws IOException {
        StatsParameters all = new StatsParameters(7, List.of("a.near", "b*"));
        Map<String, String> url = Map.of("size", "7", "fields", "a.near,b*");
        String body = "{\"size\": 7, \"fields\": [\"a.near\", \"b*\"]}";
        assertThat(parse(null, url), equalTo(all));
        assertThat(parse(body, Map.of()), equalTo(all));
        assertThat(parse(body, url), equalTo(all));
        assertThat(
                parse("{\"size\": \"7\", \"fields\": \"a.near,b*\"}", Map.of()), equalTo(all));
        assertThat(all.exactNames(), equalTo(List.of("a.near")));
    }

    public void testRefusals() {
        assertRefused("{\"size\": [5]}", Map.of(), "[size] must be a whole number");
        assertRefused(
                "{\"fields\": \"a\"}", Map.of("fields", "b"), "[fields] must be the same in query");
        assertRefused(
                "{\"fields\": []}", Map.of(), "[fields] must be names of fields or patterns");
        for (String wrong : List.of("7", "null", "true", "{}", "[7]", "[[\"a\"]]", "[null]")) {
            assertRefused(
                    "{\"fields\": " + wrong + "}", Map.of(),
                    "[fields] must be a name or an array of names, got [");
        }
        assertRefused("[]", Map.of(), "the body must be one object");
    }

    private StatsParameters parse(String body, Map<String, String> url) throws IOException {
        return StatsParameters.parse(Requests.of(xContentRegistry(), body, url));
    }

    private void assertRefused(String body, Map<String, String> url, String reason) {
        Exception refusal = expectThrows(Exception.class, () -> parse(body, url));
        assertThat(refusal.toString(), ExceptionsHelper.status(refusal),
                equalTo(RestStatus.BAD_REQUEST));
        assertThat(refusal.getMessage(), containsString(reason));
    }
}
