package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.sameInstance;
import static org.hamcrest.Matchers.startsWith;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.TestIngestDocument;
import org.elasticsearch.ingest.TestTemplateService;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.junit.Before;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.lucene.Verify;

/** A pipeline goes on once, whatever the lookup answers and whatever the rest of the pipeline does. */
public class NearDuplicateProcessorTests extends ESTestCase {

    private final DeterministicTaskQueue tasks = new DeterministicTaskQueue();
    private final LookupClient client = new LookupClient(tasks.getThreadPool());
    private final NearDuplicateIngest ingest = new NearDuplicateIngest();
    private final List<List<Object>> received = new ArrayList<>();
    private final IngestDocument document = TestIngestDocument.withDefaultVersion(
            new HashMap<>(Map.of("body", "one text of words that goes through the pipeline")));
    private RuntimeException thrown;

    @Before
    public void start() {
        document.getMetadata().setIndex("news");
        ingest.start(
                client, tasks.getThreadPool(), newLimitedBreaker(ByteSizeValue.ofMb(1)),
                Settings.EMPTY, NamedXContentRegistry.EMPTY);
    }

    public void testWhatIsLookedUp() {
        execute(
                Map.of(
                        "min_similarity", 0.7, "recall", 0.9, "verify", "signature", "max_matches",
                        3, "target_field", "is.like"));
        LookupClient.Lookup lookup = client.pending.getFirst();
        assertThat(lookup.request.parameters().verify(), equalTo(Verify.SIGNATURE));
        assertThat(
                "one more, as it may be found itself",
                lookup.texts(),
                equalTo(
                        List.of(
                                new LookupText(
                                        List.of(document.getFieldValue("body", String.class)),
                                        0.7, 0.9, 1, 4, null))));
        lookup.answer("1", "2", "3", "4", "5");
        tasks.runAllTasks();
        assertThat(
                document.getFieldValue("is.like.of", List.class),
                equalTo(
                        Stream.of("1", "2", "3")
                                .map(id -> Map.of(
                                        "_index", "news", "_id", id, "similarity", 0.9f))
                                .toList()));
        assertFalse(document.hasField("near_duplicate"));
    }

    public void testAnAnswerAndAFailure() {
        execute();
        client.pending.getFirst().answer();
        tasks.runAllTasks();
        assertReceived(document, null);
        received.clear();
        execute();
        Exception failure = new IllegalStateException("of the lookup");
        client.pending.getFirst().fail(failure);
        tasks.runAllTasks();
        assertReceived(null, failure);
    }

    public void testTheRestOfThePipelineThrows() {
        thrown = new IllegalStateException("of the pipeline");
        execute();
        client.pending.getFirst().answer();
        assertThat(
                expectThrows(IllegalStateException.class, tasks::runAllTasks),
                sameInstance(thrown));
        tasks.runAllTasks();
        assertReceived(document, null);
    }

    public void testALaterProcessorChangesTheTag() {
        execute();
        client.pending.getFirst().answer("1");
        tasks.runAllTasks();
        document.appendFieldValue("near_duplicate.of", "more");
        document.setFieldValue("near_duplicate.checked", true);
        assertThat(document.getFieldValue("near_duplicate.of", List.class).size(), equalTo(2));
    }

    /** It is not part of a bulk request. */
    public void testASimulatedDocumentDoesNotCount() {
        execute();
        client.pending.getFirst().answer("1");
        tasks.runAllTasks();
        assertTrue(document.hasField("near_duplicate"));
        assertThat(
                Strings.toString(ingest.stats(DiscoveryNodeUtils.create("node"))),
                containsString("{\"pipelines\":{},"));
    }

    /** What of a document is its text, as a field of type text takes it. */
    public void testTexts() {
        Map<Object, List<String>> texts = Map.of(
                "one", List.of("one"), "", List.of(""), 7, List.of("7"), List.of(), List.of(),
                List.of("one", List.of("two", List.of()), List.of("three")),
                List.of("one", "two", "three"),
                List.of(1.5, true, 1L << 40), List.of("1.5", "true", "1099511627776"),
                Arrays.asList(null, "one", null), List.of("one"),
                Arrays.asList(null, null), List.of());
        texts.forEach((value, expected) -> {
            document.setFieldValue("a", Map.of("b", value));
            assertThat(
                    NearDuplicateProcessor.texts(document, List.of("a.b"), false),
                    equalTo(expected));
        });
    }

    public void testSeveralFields() {
        document.setFieldValue("title", List.of("one", "two"));
        List<String> fields = List.of("title", "none", "body");
        List<String> texts = List.of("one", "two", document.getFieldValue("body", String.class));
        for (boolean ignoreMissing : new boolean[] {false, true}) {
            assertThat(
                    NearDuplicateProcessor.texts(document, fields, ignoreMissing), equalTo(texts));
        }
    }

    public void testNoText() {
        document.setFieldValue("null", (Object) null);
        for (String field : List.of("null", "none", "none.of.these", "body.of")) {
            assertThat(
                    NearDuplicateProcessor.texts(document, List.of(field), true),
                    equalTo(List.of()));
            assertNoText(field, false, "is missing or null, without [ignore_missing] true");
        }
        for (Object wrong : List.of(Map.of("a", "b"), List.of("one", Map.of("a", "b")))) {
            document.setFieldValue("wrong", wrong);
            for (boolean ignoreMissing : new boolean[] {false, true}) {
                assertNoText(
                        "wrong", ignoreMissing,
                        "must be a text or an array of texts, got one of type [");
            }
        }
    }

    private void assertNoText(String field, boolean ignoreMissing, String reason) {
        assertThat(
                expectThrows(
                        IllegalArgumentException.class,
                        () -> NearDuplicateProcessor.texts(
                                document, List.of(field), ignoreMissing))
                        .getMessage(),
                startsWith("[field] [" + field + "] " + reason));
    }

    private void assertReceived(IngestDocument expected, Exception failure) {
        assertThat(received, equalTo(List.of(Arrays.asList(expected, failure))));
    }

    private void execute() {
        execute(Map.of());
    }

    private void execute(Map<String, ?> more) {
        Map<String, Object> configuration =
                new HashMap<>(Map.of("field", "body", "index", "news", "near_field", "near"));
        configuration.putAll(more);
        new NearDuplicateProcessor(
                null, null,
                ProcessorOptions.read(
                        null, configuration, TestTemplateService.instance(),
                        NamedXContentRegistry.EMPTY),
                ingest)
                .execute(document, (kept, failure) -> {
                    received.add(Arrays.asList(kept, failure));
                    if (thrown != null) {
                        throw thrown;
                    }
                });
        tasks.runAllRunnableTasks();
    }
}
