package org.nearduplicate.elasticsearch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.CheckedRunnable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.test.ESTestCase;

/**
 * Waits for what other threads do. They take minutes before they give up, as no test may fail because its
 * machine is busy; Elasticsearch's own give up after ten seconds, or thirty.
 */
public final class Waits {

    private static final int MINUTES = 5;

    /** How long any wait may take at most. */
    public static final TimeValue LIMIT = TimeValue.timeValueMinutes(MINUTES);

    private Waits() {}

    /** Waits until a latch is at zero. */
    public static void await(CountDownLatch latch) {
        ESTestCase.safeAwait(latch, LIMIT);
    }

    /** Waits until assertions hold. */
    public static void awaitThat(CheckedRunnable<Exception> assertions) throws Exception {
        ESTestCase.assertBusy(assertions, MINUTES, TimeUnit.MINUTES);
    }

    /** Waits until nothing is charged to the breaker of requests. */
    public static void untilNothingIsCharged(CircuitBreakerService breakers) throws Exception {
        CircuitBreaker requests = breakers.getBreaker(CircuitBreaker.REQUEST);
        awaitThat(() -> ESTestCase.assertEquals(0, requests.getUsed()));
    }

    /** Waits for the answer to a call, and returns it. */
    public static <T> T answer(Consumer<ActionListener<T>> call) {
        PlainActionFuture<T> answer = new PlainActionFuture<>();
        call.accept(answer);
        return answer.actionGet(LIMIT);
    }
}
