package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.elasticsearch.AdminRequests;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.ProgressTask;
import org.nearduplicate.sketch.Refusal;

/** Random documents and their texts: which, in which order, how they are read, and how that is watched and stopped. */
public class SamplerTests extends TuneNodeTestCase {

    public void testAllOfFewDocuments() {
        create(INDEX, between(1, 3), TEXT_MAPPING);
        Map<String, Map<String, Object>> documents = documents(12);
        index(INDEX, documents);
        Sample sample = sample("\"sample_size\": 12, \"seed\": 3", INDEX);
        assertThat(texts(sample), containsInAnyOrder(bodies(documents).toArray()));
        assertThat(
                sample.description(),
                equalTo(
                        new SampleDescription(
                                TuneRequests.parameters("\"sample_size\": 12, \"seed\": 3"), 12, 12,
                                0,
                                12, 0, null)));
        assertThat(
                sample.description().notes(),
                equalTo(
                        List.of(
                                "The sample is all 12 documents that match and have a text: its pairs"
                                        + " are all pairs there are.")));
    }

    public void testSeedDecides() {
        create(INDEX, between(1, 3), TEXT_MAPPING);
        Map<String, Map<String, Object>> documents = documents(60);
        index(INDEX, documents);
        List<String> texts = texts(sample("\"sample_size\": 20, \"seed\": 1", INDEX));
        assertThat(new HashSet<>(texts).size(), equalTo(20));
        assertThat(texts, everyItem(in(bodies(documents))));
        assertThat(texts(sample("\"sample_size\": 20, \"seed\": 1", INDEX)), equalTo(texts));
        assertThat(
                texts(sample("\"sample_size\": 20, \"seed\": 2", INDEX)), not(equalTo(texts)));
        assertThat(
                "a smaller sample is the beginning of a larger one",
                texts(sample("\"sample_size\": 13, \"seed\": 1", INDEX)),
                equalTo(texts.subList(0, 13)));
    }

    public void testAnIndexThatGivesFewHits() {
        create(INDEX, between(1, 3), TEXT_MAPPING);
        index(INDEX, documents(40));
        String parameters = "\"sample_size\": 23, \"seed\": " + between(0, 100);
        Sample sample = sample(client(), between(1, 9), parameters, INDEX);
        assertThat(texts(sample), equalTo(texts(sample(parameters, INDEX))));
        assertThat(sample.description(), equalTo(sample(parameters, INDEX).description()));
    }

    /**
     * Of 300 draws of 2 of 10 documents each has 60, with a standard deviation of 6.9: one of the ten is as
     * far off as 42 in one of 10⁷ runs.
     */
    public void testEveryDocumentIsDrawnEquallyOften() {
        create(INDEX, between(1, 3), TEXT_MAPPING);
        index(INDEX, documents(10));
        Map<String, Integer> drawn = new HashMap<>();
        int first = between(0, 1_000_000);
        for (int seed = first; seed < first + 300; seed++) {
            for (String text : texts(sample("\"sample_size\": 2, \"seed\": " + seed, INDEX))) {
                drawn.merge(text, 1, Integer::sum);
            }
        }
        assertThat(drawn.size(), equalTo(10));
        assertThat(drawn.values(), everyItem(allOf(greaterThan(60 - 42), lessThan(60 + 42))));
    }

    public void testQueryAndAliasFilter() {
        create(INDEX, between(1, 3), TEXT_MAPPING);
        Map<String, Map<String, Object>> documents = documents(20);
        index(INDEX, documents);
        AdminRequests.addAlias(
                indicesAdmin(), INDEX, "odd", QueryBuilders.termQuery("tag", "odd"));
        documents.values().removeIf(each -> each.get("tag").equals("even"));
        Object[] odd = bodies(documents).toArray();
        Sample byQuery = sample("\"query\": {\"term\": {\"tag\": \"odd\"}}", INDEX);
        assertThat(texts(byQuery), containsInAnyOrder(odd));
        assertThat(byQuery.description().matching(), equalTo(10L));
        assertThat(texts(sample("", "odd")), containsInAnyOrder(odd));
    }

    public void testDocumentsOfOneNameInSeveralIndices() {
        create(INDEX, between(1, 5), TEXT_MAPPING);
        create("others", between(1, 5), TEXT_MAPPING);
        Map<String, Map<String, Object>> documents = documents(6);
        Map<String, Map<String, Object>> others = documents(6);
        index(INDEX, documents);
        index("others", others);
        List<Object> all = new ArrayList<>(bodies(documents));
        all.addAll(bodies(others));
        assertThat(texts(sample("", INDEX, "oth*")), containsInAnyOrder(all.toArray()));
    }

    public void testRoutingTellsDocumentsOfOneName() {
        create(INDEX, 5, TEXT_MAPPING);
        for (int routing = 0; routing < 30; routing++) {
            prepareIndex(INDEX).setId("same").setRouting("r" + routing)
                    .setSource("body", "routed by " + routing).get();
        }
        refresh(INDEX);
        Sample sample = sample("", INDEX);
        assertThat(sample.description().matching(), greaterThan(1L));
        assertThat((long) sample.texts().size(), equalTo(sample.description().matching()));
        assertThat(
                "each has its own", new HashSet<>(texts(sample)).size(),
                equalTo(sample.texts().size()));
    }

    public void testValues() {
        create(INDEX, 1,
                "{\"dynamic\": false, \"properties\": {\"tag\": {\"type\": \"keyword\"}}}");
        Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
        documents.put("array", document(List.of("one", "two"), "a"));
        documents.put("number", document(3.5, "a"));
        documents.put("object", document(Map.of("text", "inner"), "a"));
        documents.put("none", Map.of("tag", "a"));
        documents.put("empty", document(List.of(), "a"));
        Map<String, Object> nothing = new HashMap<>();
        nothing.put("body", null);
        documents.put("null", nothing);
        index(INDEX, documents);
        Sample sample = sample("", INDEX);
        assertThat(
                sample.texts(), containsInAnyOrder(List.of("one", "two"), List.of("3.5")));
        assertThat(
                sample.description(),
                equalTo(
                        new SampleDescription(
                                TuneRequests.parameters(""), 6, 6, 4, 2, 0, null)));
        assertThat(
                sample.description().notes(),
                hasItem(
                        "4 documents that were drawn have no text in [body] and are not in the"
                                + " sample."));
        assertThat(
                "a field of an object", sample("\"field\": \"body.text\"", INDEX).texts(),
                equalTo(List.of(List.of("inner"))));
    }

    public void testDocumentsWithoutTextAreReplaced() {
        create(INDEX, between(1, 3), TEXT_MAPPING);
        Map<String, Map<String, Object>> documents = documents(30);
        for (int i = 0; i < 30; i++) {
            documents.put("none-" + i, Map.of("tag", "none"));
        }
        index(INDEX, documents);
        Sample sample = sample("\"sample_size\": 20, \"seed\": " + between(0, 100), INDEX);
        assertThat(sample.texts().size(), equalTo(20));
        // Twenty of those with a text are drawn first in 7 of 10⁹ runs.
        assertThat(sample.description().withoutText(), greaterThan(0));
    }

    public void testAnObjectIsNoText() {
        create(INDEX, 1, "{\"properties\": {\"body\": {\"type\": \"geo_point\"}}}");
        index(INDEX, Map.of("1", document("1,2", "place")));
        assertRefused("", "[field] must have a text in [_source], got [body]");
    }

    public void testDrawingEnds() {
        create(INDEX, 1, TEXT_MAPPING);
        Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
        for (int i = 0; i < 50; i++) {
            documents.put("" + i, Map.of("tag", "none"));
        }
        index(INDEX, documents);
        assertRefused("\"sample_size\": 2",
                "[field] must have a text in [_source], got [body], which has none in the [20]"
                        + " documents drawn of [50]");
        assertRefused("\"sample_size\": 10", "in the [50] documents drawn of [50]");
        documents.clear();
        documents.put("text", document("a text", "text"));
        index(INDEX, documents);
        Sample small = sample("\"sample_size\": 10", INDEX);
        assertThat(small.texts(), equalTo(List.of(List.of("a text"))));
    }

    public void testLongTextsAreReadAFewAtATime() {
        create(INDEX, 1, TEXT_MAPPING);
        Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
        for (int i = 0; i < 20; i++) {
            documents.put("" + i, document("x ".repeat(150_000) + i, "long"));
        }
        index(INDEX, documents);
        List<Integer> sizes = new ArrayList<>();
        FilterClient counting = new FilterClient(client()) {
            @Override
            protected <Q extends ActionRequest, A extends ActionResponse> void doExecute(
                    ActionType<A> action, Q request, ActionListener<A> listener) {
                if (request instanceof SearchRequest search
                        && search.source().fetchFields() != null) {
                    sizes.add(search.source().size());
                }
                super.doExecute(action, request, listener);
            }
        };
        Sample sample = sample(counting, 10_000, "", INDEX);
        assertThat(sample.texts().size(), equalTo(20));
        assertThat("a million characters hold three", sizes,
                equalTo(List.of(1, 3, 3, 3, 3, 3, 3, 1)));
    }

    /** A breaker of its own: searches charge that of the node, and give back when they are done. */
    public void testMemoryIsChargedAndProgressShown() {
        create(INDEX, between(1, 3), TEXT_MAPPING);
        Map<String, Map<String, Object>> documents = documents(15);
        index(INDEX, documents);
        ProgressTask<TuneStatus> task = TuneRequests.task();
        long chars = bodies(documents).stream().mapToLong(each -> each.toString().length()).sum();
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofMb(1));
        try (BreakerAccount account = new BreakerAccount(breaker, "test")) {
            sample(client(), 10_000, new TuneMonitor(task, account), "", INDEX);
            assertThat(breaker.getUsed(), greaterThan(2 * chars));
            assertThat(breaker.getUsed(), lessThan(2 * chars + 15 * 1_000));
        }
        assertThat(breaker.getUsed(), equalTo(0L));
        assertThat(
                task.getStatus(),
                equalTo(new TuneStatus(TuneStatus.Phase.SAMPLING, 15, 0, 0)));
    }

    /** The failure of the search depends on its progress. The caller gets the cancellation. */
    public void testASearchThatFailsAsItIsCancelled() throws Exception {
        ProgressTask<TuneStatus> task = TuneRequests.task();
        Thread waiting = Thread.currentThread();
        AtomicReference<Thread> failing = new AtomicReference<>();
        FilterClient cancelled = new FilterClient(client()) {
            @Override
            protected <Q extends ActionRequest, A extends ActionResponse> void doExecute(
                    ActionType<A> action, Q request, ActionListener<A> listener) {
                failing.set(new Thread(() -> {
                    while (waiting.getState() != Thread.State.TIMED_WAITING) {
                        Thread.onSpinWait();
                    }
                    TaskCancelHelper.cancel(task, "the test");
                    listener.onFailure(new IllegalStateException("broken"));
                }));
                failing.get().start();
            }
        };
        expectThrows(
                TaskCancelledException.class,
                () -> sample(cancelled, 10_000, new TuneMonitor(task, null), "", INDEX));
        failing.get().join();
    }

    private void assertRefused(String parameters, String message) {
        assertThat(
                Refusal.of(() -> sample(parameters, INDEX)).message(), containsString(message));
    }
}
