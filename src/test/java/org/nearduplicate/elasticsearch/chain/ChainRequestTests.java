package org.nearduplicate.elasticsearch.chain;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.lucene.Verify;

/** What a request for a chain may say. */
public class ChainRequestTests extends ESTestCase {

    private final SearchModule searchModule = new SearchModule(Settings.EMPTY, List.of());

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(searchModule.getNamedXContents());
    }

    public void testTaskCanBeCancelledAndSaysWhatItDoes() throws IOException {
        ChainRequest request = new ChainRequest(
                parse("{\"field\": \"f\", \"from\": 1, \"to\": {\"_index\": \"i\", \"_id\": \"2\"}}"),
                "news");
        assertThat(
                request.createTask(1, "type", "action", TaskId.EMPTY_TASK_ID, Map.of()),
                instanceOf(CancellableTask.class));
        assertThat(
                request.getDescription(),
                equalTo(
                        "chain of near duplicates by [f] in [news] from [_id] [1]"
                                + " to [_index] [i] and [_id] [2]"));
    }

    public void testDefaults() throws IOException {
        assertThat(
                parse("{\"field\": \"f\", \"from\": \"1\", \"to\": 2}"),
                equalTo(
                        new ChainOptions(
                                "f",
                                new ChainEnd(null, "1", null),
                                new ChainEnd(null, "2", null),
                                null,
                                Verify.SIGNATURE,
                                null,
                                10)));
    }

    public void testEverything() throws IOException {
        assertThat(
                parse(
                        """
                                {"field": "f", "from": {"_index": "i", "_id": 1, "_routing": 7}, "to": {"_id": "2"},
                                 "min_similarity": 0.5, "verify": "exact", "max_length": 3,
                                 "query": {"term": {"a": {"value": "b"}}}}"""),
                equalTo(
                        new ChainOptions(
                                "f",
                                new ChainEnd("i", "1", "7"),
                                new ChainEnd(null, "2", null),
                                0.5,
                                Verify.EXACT,
                                QueryBuilders.termQuery("a", "b"),
                                3)));
    }

    public void testRefusals() {
        assertRefused("{\"from\": \"1\", \"to\": \"2\"}", "Required [field]");
        assertRefused("{\"field\": \"f\", \"to\": \"2\"}", "Required [from]");
        assertRefused("{\"field\": \"f\", \"from\": \"2\"}", "Required [to]");
        assertRefused(
                "{\"field\": \"\", \"from\": \"1\", \"to\": \"2\"}",
                "[field] must not be empty, got []");
        assertRefusedOption("\"size\": 3", "unknown field [size]");
        assertRefusedOption("\"max_length\": 0", "[max_length] must be a whole number between 1");
        assertRefusedOption("\"max_length\": 101", "between 1 and 100, got [101]");
        assertRefusedOption("\"max_length\": 2.5", "got [2.5]");
        assertRefusedOption("\"max_length\": null", "max_length");
        assertRefusedOption("\"min_similarity\": 0", "[min_similarity] must be a number in (0,1]");
        assertRefusedOption("\"min_similarity\": \"a\"", "got [a]");
        assertRefusedOption(
                "\"verify\": \"both\"", "[verify] must be one of [signature, exact], got [both]");
        assertRefusedOption("\"query\": 3", "query");
        assertRefusedOption("\"query\": {\"nothing\": {}}", "unknown query [nothing]");
    }

    public void testNothingMayFollowTheObject() {
        for (String more : List.of("{}", "[]", "3", "null")) {
            assertRefused(
                    "{\"field\": \"f\", \"from\": \"1\", \"to\": \"2\"} " + more,
                    "the body must be one object, got also [");
        }
    }

    public void testEndsThatAreRefused() {
        assertRefusedEnds(
                "true", "3",
                "[from] must be an [_id] or a stored document {[_index], [_id], [_routing]},"
                        + " got [true]");
        assertRefusedEnds(
                "3", "[\"1\"]",
                "[to] must be an [_id] or a stored document {[_index], [_id], [_routing]},"
                        + " got [START_ARRAY]");
        assertRefusedEnds("\"\"", "3", "[_id] must not be empty, got []");
        assertRefusedEnds("3", "{\"_id\": \"\"}", "[_id] must not be empty, got []");
        assertRefusedEnds(
                "3", "{\"_id\": \"1\", \"_index\": \"\"}", "[_index] must not be empty, got []");
        assertRefusedEnds("3", "{\"_index\": \"1\"}", "Required [_id]");
        assertRefusedEnds("3", "{\"_id\": \"1\", \"routing\": \"1\"}", "unknown field [routing]");
        assertRefusedEnds(
                "3", "{\"_id\": \"3\"}",
                "[from] and [to] must be two documents, got [_id] [3] twice");
    }

    private void assertRefusedOption(String option, String message) {
        assertRefused("{\"field\": \"f\", \"from\": \"1\", \"to\": \"2\", " + option + "}",
                message);
    }

    private void assertRefusedEnds(String from, String to, String message) {
        assertRefused("{\"field\": \"f\", \"from\": " + from + ", \"to\": " + to + "}", message);
    }

    private void assertRefused(String json, String message) {
        Throwable refusal = expectThrows(IllegalArgumentException.class, () -> parse(json));
        StringBuilder messages = new StringBuilder();
        for (; refusal != null; refusal = refusal.getCause()) {
            messages.append(refusal.getMessage()).append('\n');
        }
        assertThat(messages.toString(), containsString(message));
    }

    private ChainOptions parse(String json) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            return ChainOptionsParser.parse(parser);
        }
    }
}
