package org.nearduplicate.groups;

import com.carrotsearch.randomizedtesting.annotations.Timeout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;
import org.nearduplicate.groups.ChangedShard.Call;
import org.nearduplicate.groups.Corpus.Filter;
import org.nearduplicate.groups.CountingMonitor.Stopped;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.lucene.Schemes;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/** What a shard fails with is what the job fails with; a shard that says nothing can be left waiting. */
public class FailingShardTest extends LuceneTestCase {

    private static final Scheme SCHEME = Schemes.words(1, 32, 16, 2);
    private static final GroupsOptions OPTIONS = JobAnswer.options(0.4, Verify.EXACT);

    private Corpus corpus;
    private TextShards layout;
    private ExecutorService threads;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        corpus = Corpus.of(
                random(), SCHEME,
                List.of("a b c d", "a b c e", "a b c f", "a b c d", "a b c g", "a b d e"));
        layout = new TextShards(corpus, random(), 1, false);
        threads = Executors.newFixedThreadPool(2, new NamedThreadFactory("shards"));
    }

    @Override
    public void tearDown() throws Exception {
        TestUtil.shutdownExecutorService(threads);
        layout.close();
        super.tearDown();
    }

    public void testFailsAsTheShardDoes() throws IOException {
        List<Throwable> failures = List.of(
                new IllegalStateException("broken"), new Stopped(), new AssertionError("wrong"),
                new IOException("disk"), new Exception("of no kind"));
        for (Throwable failure : failures) {
            for (Call call : Call.values()) {
                List<Shard> shards = shards(
                        shard -> new RemoteShard(shard, threads, call, failure));
                Throwable thrown = expectThrows(
                        Throwable.class, () -> inParts(shards, GroupsProgress.NONE));
                if (failure instanceof IOException) {
                    assertEquals(UncheckedIOException.class, thrown.getClass());
                } else if (failure instanceof RuntimeException == false
                        && failure instanceof Error == false) {
                    assertEquals(IllegalStateException.class, thrown.getClass());
                } else {
                    assertSame(call.toString(), failure, thrown);
                    continue;
                }
                assertSame(call.toString(), failure, thrown.getCause());
            }
        }
    }

    /** The monitor allows what the job needs until it waits, so it is stopped while it does. */
    @Timeout(millis = 600_000)
    public void testCancellationEndsTheWaitForASilentShard() throws IOException {
        for (Call call : Call.values()) {
            CountingMonitor before = CountingMonitor.unlimited();
            expectThrows(
                    IllegalStateException.class,
                    () -> inParts(
                            shards(
                                    s -> new RemoteShard(
                                            s, threads, call, new IllegalStateException())),
                            before));
            CountingMonitor monitor = CountingMonitor.ofChecks(before.checks());
            List<Shard> shards = shards(shard -> new RemoteShard(shard, threads, call, null));
            expectThrows(Stopped.class, () -> inParts(shards, monitor));
        }
    }

    public void testAnInterruptEndsTheWaitForASilentShardAndAPause() throws IOException {
        List<Shard> shards = shards(shard -> new RemoteShard(shard, threads, Call.SCAN, null));
        Thread.currentThread().interrupt();
        try {
            IllegalStateException e = expectThrows(
                    IllegalStateException.class, () -> inParts(shards, GroupsProgress.NONE));
            assertEquals("interrupted while waiting", e.getMessage());
            assertTrue("the interrupt is forgotten", Thread.currentThread().isInterrupted());
            expectThrows(
                    IllegalStateException.class,
                    () -> Await.pause(Duration.ofMillis(1), GroupsProgress.NONE));
            assertTrue("the interrupt is forgotten", Thread.currentThread().isInterrupted());
        } finally {
            Thread.interrupted();
        }
    }

    /** Runs a job without memory for more than a bucket or a component, so that a shard is asked everything. */
    private static JobAnswer inParts(List<Shard> shards, GroupsProgress monitor) {
        return JobAnswer.of(shards, SCHEME, OPTIONS, 0, monitor);
    }

    private List<Shard> shards(Function<Shard, Shard> remote) throws IOException {
        return new ArrayList<>(
                layout.open(Filter.ALL.query()).stream().map(remote).toList());
    }
}
