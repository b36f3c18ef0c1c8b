package org.nearduplicate.elasticsearch.tuning;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;

import java.util.ArrayList;
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
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.ProgressTask;

/** What a sample takes, and how it is watched and stopped. */
public class SamplerMonitorTests extends TuneNodeTestCase {

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

    /** What it fails with depends on where it was; the caller is told that it was cancelled. */
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
}
