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
import org.nearduplicate.elasticsearch.Requests;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Refusal;

/** What a request for a chain may say. */
public class ChainRequestTests extends ESTestCase {

    private final SearchModule searchModule = new SearchModule(Settings.EMPTY, List.of());

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(searchModule.getNamedXContents());
    }

    public void testTaskCanBeCancelledAndSaysWhatItDoes() throws IOException {
        LocalRequest<ChainOptions> request = ChainSingleNodeTestCase.request(
                parse("{\"field\": \"f\", \"start\": {\"_id\": 1}, \"end\": {\"_index\": \"i\", \"_id\": \"2\"}}"),
                "news");
        assertThat(
                request.createTask(1, "type", "action", TaskId.EMPTY_TASK_ID, Map.of()),
                instanceOf(CancellableTask.class));
        assertThat(
                request.getDescription(),
                equalTo(
                        "chain of near duplicates by [f] from [_id] [1]"
                                + " to [_index] [i] and [_id] [2] in [news]"));
    }

    public void testDefaults() throws IOException {
        assertThat(
                parse("{\"field\": \"f\", \"start\": {\"_id\": \"1\"}, \"end\": {\"_id\": 2}}"),
                equalTo(
                        new ChainOptions(
                                "f",
                                new DocumentReference(null, "1", null),
                                new DocumentReference(null, "2", null),
                                null,
                                null,
                                null, PeerOptions.NONE,
                                null,
                                10)));
    }

    public void testEverything() throws IOException {
        assertThat(
                parse(
                        """
                                {"field": "f", "start": {"_index": "i", "_id": 1, "_routing": 7}, "end": {"_id": "2"},
                                 "min_similarity": 0.5, "recall": 0.9, "verify": "exact", "max_length": 3,
                                 "query": {"term": {"a": {"value": "b"}}}}"""),
                equalTo(
                        new ChainOptions(
                                "f",
                                new DocumentReference("i", "1", "7"),
                                new DocumentReference(null, "2", null),
                                0.5,
                                0.9,
                                Verify.EXACT, PeerOptions.NONE,
                                QueryBuilders.termQuery("a", "b"),
                                3)));
    }

    public void testRefusals() {
        assertRefused(
                "{\"field\": \"\", \"start\": {\"_id\": \"1\"}, \"end\": {\"_id\": \"2\"}}",
                "[field] must be given, got []");
        assertRefusedOption("\"size\": 3", "unknown field [size]");
        assertRefusedOption("\"from\": \"0\"", "[from] is called [start]");
        assertRefusedOption("\"to\": {\"_id\": \"1\"}", "[to] is called [end]");
        assertRefusedOption("\"max_length\": null", "max_length");
        for (int length : new int[] {0, 101}) {
            assertRefusedOption(
                    "\"max_length\": " + length,
                    "[max_length] must be a whole number between 1 and 100, got [" + length + "]");
        }
        assertRefusedOption("\"min_similarity\": \"a\"", "got [a]");
        for (String recall : List.of("0", "1", "-0.5", "many")) {
            assertRefusedOption(
                    "\"recall\": \"" + recall + "\"",
                    "[recall] must be a number in (0,1), got [" + recall + "]");
        }
        assertRefusedOption(
                "\"verify\": \"both\"", "[verify] must be one of [signature, exact], got [both]");
        assertRefusedOption("\"query\": 3", "query");
        assertRefusedOption("\"query\": {\"nothing\": {}}", "unknown query [nothing]");
    }

    /** Any other value than an object: in particular an identifier alone, or a text as {@code like} takes it. */
    public void testEndsThatAreNoObjects() {
        Map<String, String> shapes = Map.of(
                "\"17\"", "17", "17", "17", "true", "true", "null", "null", "[\"1\"]",
                "START_ARRAY");
        shapes.forEach((wrong, got) -> {
            String rule = " must be a stored document such as {\"_id\": \"4\"}, got [" + got + "]";
            assertRefusedEnds(wrong, "{\"_id\": 3}", "[start]" + rule);
            assertRefusedEnds("{\"_id\": 3}", wrong, "[end]" + rule);
        });
    }

    public void testEndsThatAreRefused() {
        String three = "{\"_id\": 3}";
        assertRefusedEnds("{\"_id\": \"\"}", three, "[_id] must be given, got []");
        assertRefusedEnds(three, "{}", "[_id] must be given, got [null]");
        assertRefusedEnds(
                three, "{\"_id\": \"1\", \"_index\": \"\"}",
                "[_index] must be the name of an index, got []");
        assertRefusedEnds(three, "{\"_index\": \"1\"}", "[_id] must be given, got [null]");
        assertRefusedEnds(
                three, "{\"_id\": \"1\", \"routing\": \"1\"}", "unknown field [routing]");
        assertRefusedEnds(
                three, "{\"_id\": \"3\"}",
                "[start] and [end] must be two documents, got [_id] [3] twice");
    }

    private void assertRefusedOption(String option, String message) {
        assertRefused(
                "{\"field\": \"f\", \"start\": {\"_id\": \"1\"}, \"end\": {\"_id\": \"2\"}, "
                        + option + "}",
                message);
    }

    private void assertRefusedEnds(String from, String to, String message) {
        assertRefused("{\"field\": \"f\", \"start\": " + from + ", \"end\": " + to + "}", message);
    }

    private void assertRefused(String json, String message) {
        assertThat(Refusal.of(() -> parse(json)).message(), containsString(message));
    }

    private ChainOptions parse(String json) throws IOException {
        return ChainOptions.parse(Requests.of(xContentRegistry(), json));
    }
}
