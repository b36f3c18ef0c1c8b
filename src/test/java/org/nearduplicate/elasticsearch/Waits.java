package org.nearduplicate.elasticsearch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.core.CheckedRunnable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;

/**
 * Waits for what other threads do. They take minutes before they give up, as no test may fail because its
 * machine is busy; Elasticsearch's own give up after ten seconds.
 */
public final class Waits {

    private static final int MINUTES = 3;

    private Waits() {}

    /** Waits until a latch is at zero. */
    public static void await(CountDownLatch latch) {
        ESTestCase.safeAwait(latch, TimeValue.timeValueMinutes(MINUTES));
    }

    /** Waits until assertions hold. */
    public static void awaitThat(CheckedRunnable<Exception> assertions) throws Exception {
        ESTestCase.assertBusy(assertions, MINUTES, TimeUnit.MINUTES);
    }
}
