package org.nearduplicate.elasticsearch.passages;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.elasticsearch.Requests;
import org.nearduplicate.elasticsearch.passages.CompareResponse.Side;
import org.nearduplicate.elasticsearch.query.Like;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.passages.CommonPassages;
import org.nearduplicate.passages.CommonPassages.Passage;
import org.nearduplicate.passages.Comparison;
import org.nearduplicate.passages.Extent;

/** What a request to compare may say, and the response as users read it. */
public class CompareRequestTests extends ESTestCase {

    public void testTaskCanBeCancelledAndShowsNoText() throws IOException {
        LocalRequest<CompareOptions> request = CompareTests.request(
                parse("{\"field\": \"f\", \"a\": \"a secret\", \"b\": {\"_id\": 2}}"), "news");
        assertThat(
                request.createTask(1, "type", "action", TaskId.EMPTY_TASK_ID, Map.of()),
                instanceOf(CancellableTask.class));
        assertThat(
                request.getDescription(), equalTo("comparison of two texts by [f] in [news]"));
    }

    public void testDefaults() throws IOException {
        assertThat(
                parse("{\"field\": \"f\", \"a\": \"a text\", \"b\": [\"one\", \"two\"]}"),
                equalTo(
                        new CompareOptions(
                                "f", new Like.Texts(List.of("a text")),
                                new Like.Texts(List.of("one", "two")), 1_000, false,
                                IgnoredTexts.NONE)));
    }

    public void testEverything() throws IOException {
        assertThat(
                parse(
                        "{\"field\": \"f\", \"a\": {\"_index\": \"i\", \"_id\": 1, \"_routing\": 7},"
                                + " \"b\": {\"_id\": \"2\"}, \"size\": 3, \"texts\": true, \"ignore\": \"a b\"}"),
                equalTo(
                        new CompareOptions(
                                "f",
                                new Like.Document(new DocumentReference("i", "1", "7")),
                                new Like.Document(new DocumentReference(null, "2", null)),
                                3, true, new IgnoredTexts(List.of("a b")))));
    }

    public void testRefusals() {
        String sides = "{\"field\": \"f\", \"a\": \"x\", \"b\": \"y\"";
        assertRefused(sides + ", \"from\": 3}", "unknown field [from]");
        assertRefused(sides + ", \"texts\": 1}", "[texts] must be [true] or [false], got [1]");
        Like text = new Like.Texts(List.of("x"));
        for (int size : new int[] {-1, 100_001}) {
            expectThrows(
                    IllegalArgumentException.class,
                    () -> new CompareOptions("f", text, text, size, false, IgnoredTexts.NONE));
        }
        assertRefused(sides + "} {}", "the body must be one object, got also [");
    }

    /** Each side is read as the {@code like} of a query, and named by its own name. */
    public void testSidesThatAreRefused() {
        for (String side : List.of("a", "b")) {
            assertRefused(
                    "{\"" + side + "\": 3}",
                    "[" + side + "] must be a text, an array of texts or");
        }
        String all = "\"field\": \"f\", \"a\": \"x\", \"b\": \"y\"";
        for (String each : all.split(", ")) {
            String name = each.substring(1, each.indexOf(':') - 1);
            assertRefused(
                    "{" + all.replace(each, "\"size\": 3") + "}",
                    "[" + name + "] must be given, got [null]");
        }
    }

    public void testResponseOfADocumentAndSeveralTexts() {
        Side a = new Side(new DocumentReference("news", "1", "r"), List.of("0123456789"));
        Side b = new Side(null, List.of("01234", "567"));
        Passage passage = new Passage(new Extent(0, 3, 7), new Extent(1, 0, 3), 2);
        Comparison comparison = new Comparison(
                0.5, 0.25, 8, 2, 16, 0, 4, new CommonPassages(List.of(passage), 3));
        assertThat(
                Strings.toString(new CompareResponse(a, b, comparison, false, 7)),
                equalTo(
                        "{\"took\":7,\"similarity\":0.5,\"estimated_similarity\":0.25,"
                                + "\"a\":{\"document\":{\"_index\":\"news\",\"_id\":\"1\",\"_routing\":\"r\"},"
                                + "\"characters\":10,\"shingles\":8,\"ignored_shingles\":2,\"share_in_other\":0.5},"
                                + "\"b\":{\"characters\":8,\"shingles\":16,\"ignored_shingles\":0,\"share_in_other\":0.25},"
                                + "\"counts\":{\"shingles_in_common\":4,\"passages\":3},"
                                + "\"passages\":[{\"shingles\":2,\"a\":{\"start\":3,\"length\":4},"
                                + "\"b\":{\"value\":1,\"start\":0,\"length\":3}}]}"));
    }

    private void assertRefused(String json, String message) {
        Throwable refusal = expectThrows(IllegalArgumentException.class, () -> parse(json));
        assertThat(refusal.getMessage(), containsString(message));
    }

    private CompareOptions parse(String json) throws IOException {
        return CompareOptions.parse(Requests.of(xContentRegistry(), json));
    }
}
