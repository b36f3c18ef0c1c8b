package org.nearduplicate.groups.shard;

import java.time.Duration;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.nearduplicate.sketch.JobMonitor;

/** A thread that is told to stop waits for nothing, and does not turn round and round. */
public class AwaitTest extends LuceneTestCase {

    public void testAPauseEndsWhenItIsInterrupted() {
        Thread.currentThread().interrupt();
        try {
            expectThrows(
                    IllegalStateException.class,
                    () -> Await.pause(Duration.ofMillis(1), JobMonitor.NONE));
        } finally {
            assertTrue("the thread is still told", Thread.interrupted());
        }
    }
}
