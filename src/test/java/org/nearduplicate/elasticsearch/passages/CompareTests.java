package org.nearduplicate.elasticsearch.passages;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.xcontent.ObjectPath;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.Waits;
import org.nearduplicate.elasticsearch.query.Like;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.shards.SessionNodeTestCase;

/** Comparisons on a node: which texts and which field they are of, stopped, and short of memory. */
public class CompareTests extends SessionNodeTestCase {

    private static final String TEXT = "one two three four";
    private static final String OTHER = "zero two three four five";

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        List<Class<? extends Plugin>> plugins = new ArrayList<>(super.getPlugins());
        plugins.add(HaltingFilterPlugin.class);
        return plugins;
    }

    static LocalRequest<CompareOptions> request(CompareOptions options, String... target) {
        return new LocalRequest<>(
                target, SearchRequest.DEFAULT_INDICES_OPTIONS, options, options.describe(), null,
                false, 0);
    }

    public void testTheMappingIsThatOfADocumentOrOfTheLastIndex() {
        create("news-1", 1, mapping(1));
        create("news-2", 1, mapping(2));
        create("news-3", 1, mapping(3));
        index("news-2", Map.of("x", Map.of(FIELD, TEXT)));
        index("news-1", Map.of("y", Map.of(FIELD, OTHER)));
        Like two = document("news-2", "x");
        Like one = document("news-1", "y");
        assertShingles(2, 3, compare(text(TEXT), text(OTHER), "news-*"));
        assertShingles(3, 4, compare(two, text(OTHER), "news-*"));
        assertShingles(5, 4, compare(text(OTHER), text(TEXT), "news-1"));
        assertShingles(4, 3, compare(text(OTHER), two, "news-*"));
        assertShingles(3, 4, compare(two, one, "news-*"));
        assertShingles(5, 4, compare(one, two, "news-*"));
        assertFails(
                "[a] needs [_index], which can be left out where one index is searched, got [3]"
                        + " indices",
                document(null, "x"), two, "news-*");
        assertFails("[b] needs [_index]", two, document(null, "x"), "news-*");
        assertFails("[index] must name at least one open index, got none", text(TEXT), two, "old*");
    }

    public void testFieldAlias() {
        create(INDEX, 2, """
                {"properties": {
                  "body": {"type": "minhash", "shingle_size": 1},
                  "other_name": {"type": "alias", "path": "body"}
                }}""");
        index(INDEX, Map.of("x", Map.of(FIELD, TEXT), "nothing", Map.of("tag", "")));
        assertThat(
                compare(
                        new CompareOptions("other_name", document(null, "x"), text(OTHER), 1,
                                false, IgnoredTexts.NONE),
                        INDEX).get("similarity"),
                equalTo(0.5));
        assertFails(
                "[b] must be one stored document, got [_index] [articles] and [_id] [z]",
                document(null, "x"), document(INDEX, "z"), INDEX);
        assertFails(
                "[a] must have words for [body], got none", document(null, "nothing"),
                document(null, "x"), INDEX);
    }

    /** It works for no other than those who search, on as many threads, and each step of it may be the last. */
    public void testCancelledWhileItReadsTokens() {
        createIndex(
                INDEX,
                indicesAdmin().prepareCreate(INDEX)
                        .setSettings(
                                Settings.builder()
                                        .put("analysis.analyzer.own.tokenizer", "standard")
                                        .put("analysis.analyzer.own.filter", "halting"))
                        .setMapping(
                                "{\"properties\": {\"body\": {\"type\": \"minhash\", \"analyzer\": \"own\"}}}"));
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        AtomicReference<String> thread = new AtomicReference<>();
        HaltingFilterPlugin.NEXT.set(() -> {
            thread.set(Thread.currentThread().getName());
            reached.countDown();
            Waits.await(cancelled);
        });
        ActionFuture<CompareResponse> answer = client().execute(
                TransportCompareAction.TYPE,
                request(
                        new CompareOptions(
                                FIELD, text("word ".repeat(10_000)), text(TEXT), 10, false,
                                IgnoredTexts.NONE),
                        INDEX));
        Waits.await(reached);
        assertThat(thread.get(), containsString("[search]"));
        assertThat(
                clusterAdmin().prepareCancelTasks().setActions(TransportCompareAction.NAME).get()
                        .getTasks().size(),
                equalTo(1));
        cancelled.countDown();
        Exception failure = expectThrows(
                Exception.class, () -> answer.actionGet(Waits.LIMIT));
        assertThat(ExceptionsHelper.unwrapCause(failure), instanceOf(TaskCancelledException.class));
    }

    /** About 9 MB is needed, of which some is asked for early and some late. */
    public void testTooMuchMemory() throws Exception {
        create(INDEX, 1, mapping(1));
        Like numbers = text(Texts.random(100_000));
        for (long left : new long[] {0, 1_000_000, 3_000_000, 5_000_000, 6_000_000}) {
            withRequestBytesLeft(left, () -> {
                Exception failure = expectThrows(
                        Exception.class, () -> compare(numbers, numbers, INDEX));
                assertThat(
                        ExceptionsHelper.status(failure), equalTo(RestStatus.TOO_MANY_REQUESTS));
                assertThat(
                        ExceptionsHelper.stackTrace(failure),
                        containsString("near_duplicate compare"));
            });
        }
        assertThat(compare(numbers, numbers, INDEX).get("similarity"), equalTo(1.0));
    }

    private static String mapping(int shingleSize) {
        return "{\"properties\": {\"body\": {\"type\": \"minhash\", \"shingle_size\": "
                + shingleSize + "}}}";
    }

    private static Like text(String text) {
        return new Like.Texts(List.of(text));
    }

    private static Like document(String index, String id) {
        return new Like.Document(new DocumentReference(index, id, null));
    }

    private Map<String, Object> compare(Like a, Like b, String... target) {
        return compare(new CompareOptions(FIELD, a, b, 10, false, IgnoredTexts.NONE), target);
    }

    private Map<String, Object> compare(CompareOptions options, String... target) {
        CompareResponse response = client()
                .execute(TransportCompareAction.TYPE, request(options, target))
                .actionGet(Waits.LIMIT);
        return XContentHelper.convertToMap(
                JsonXContent.jsonXContent, Strings.toString(response), false);
    }

    private void assertFails(String reason, Like a, Like b, String... target) {
        Exception failure = expectThrows(Exception.class, () -> compare(a, b, target));
        assertThat(
                failure.toString(), ExceptionsHelper.status(failure),
                equalTo(RestStatus.BAD_REQUEST));
        assertThat(ExceptionsHelper.stackTrace(failure), containsString(reason));
    }

    private static void assertShingles(int ofA, int ofB, Map<String, Object> answer) {
        assertThat(at(answer, "a.shingles"), equalTo(ofA));
        assertThat(at(answer, "b.shingles"), equalTo(ofB));
    }

    private static Object at(Map<String, Object> answer, String path) {
        return ObjectPath.eval(path, answer);
    }
}
