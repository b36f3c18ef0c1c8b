package org.nearduplicate.groups;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;

/** Peers that work in threads of their own, and fail now and then. */
public abstract class WorkersTestCase extends LuceneTestCase {

    /** The kinds of workers there are. */
    static final int KINDS = 4;

    static final int FAILS = 2;
    static final int NEVER_FAILS = 3;

    ExecutorService threads;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        threads = Executors.newFixedThreadPool(3, new NamedThreadFactory("workers"));
    }

    @Override
    public void tearDown() throws Exception {
        TestUtil.shutdownExecutorService(threads);
        super.tearDown();
    }

    /** Returns what a worker of a kind answers a question with, or null if it does the work unit. */
    static RuntimeException randomFailure(int kind) {
        return switch (kind) {
            case 0 -> new Worker.BusyWorkerException(null);
            case 1 -> random().nextBoolean() ? new Worker.BusyWorkerException(null) : null;
            case FAILS -> random().nextBoolean() ? new IllegalStateException("broken") : null;
            default -> null;
        };
    }
}
