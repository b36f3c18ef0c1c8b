package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.sameInstance;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.junit.After;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.InContext;
import org.nearduplicate.recent.RecentDocuments;
import org.nearduplicate.recent.RecentLimit;

/** Documents that wait for lookups, against a client that answers as a test wants. */
public abstract class GatesTestCase extends ESTestCase {

    static final ByteSizeValue LIMIT = ByteSizeValue.ofMb(100);
    private static final String USER = "user";
    private static final String PRIVATE = "private";
    static final List<Target> TARGETS = List.of(
            LookedUp.TARGET, new Target("old", LookedUp.FIELD, null),
            new Target("news", LookedUp.FIELD, null));

    final DeterministicTaskQueue tasks = new DeterministicTaskQueue();
    private final ThreadPool threadPool = tasks.getThreadPool();
    private final ThreadContext context = threadPool.getThreadContext();
    final LookupClient client = new LookupClient(threadPool);
    final CircuitBreaker breaker = newLimitedBreaker(LIMIT);
    private final RecentDocuments recent =
            new RecentDocuments(new RecentLimit(100_000, Long.MAX_VALUE),
                    new BreakerAccount(breaker, "test")::charge);
    final List<Asked> asked = new ArrayList<>();
    final List<Asked> answered = new ArrayList<>();
    Gates gates;

    /** A document, and what it was told. */
    final class Asked implements ActionListener<Verdict> {

        final int number;
        final Target target;
        final String sender;
        String text;
        RuntimeException thrown;
        Verdict verdict;
        Exception failure;

        Asked(Target target, String sender) {
            this.number = asked.size();
            this.target = target;
            this.sender = sender;
            this.text = "the document " + number + " of " + sender;
            asked.add(this);
        }

        @Override
        public void onResponse(Verdict found) {
            told(found, null);
        }

        @Override
        public void onFailure(Exception e) {
            told(null, e);
        }

        private void told(Verdict ofLookup, Exception ofFailure) {
            assertNull("told before", verdict);
            assertNull("told before", failure);
            verdict = ofLookup;
            failure = ofFailure;
            answered.add(this);
            assertThat(context.getHeader(USER), equalTo(sender));
            assertThat(context.getTransient(PRIVATE), sameInstance(this));
            if (thrown != null) {
                throw thrown;
            }
        }

        boolean isWaiting() {
            return verdict == null && failure == null;
        }

        Asked ask() {
            InContext.run(context.stashContext(), () -> {
                context.putHeader(USER, sender);
                context.putTransient(PRIVATE, this);
                gates.ask(
                        target,
                        LookedUp.question(
                                text, "news", Integer.toString(number), OnMatch.TAG,
                                new BulkTicket(), sender, context, this));
            });
            return this;
        }
    }

    final void start(int requests, int documents, int queue) {
        start(client, requests, documents, queue);
    }

    final void start(Client asking, int requests, int documents, int queue) {
        gates = new Gates(
                asking, threadPool, breaker,
                new IngestSettings(requests, documents, queue, new RecentLimit(0, 0)),
                new Judge(recent), recent);
    }

    @After
    public void nothingIsLeft() {
        tasks.runAllTasks();
        assertThat(gates.inFlight(), equalTo(0));
        assertThat(client.pending, equalTo(List.of()));
        assertThat(answered.size(), equalTo(asked.size()));
        recent.forgetIndex(LookedUp.NEWS.getUUID());
        assertThat(breaker.getUsed(), equalTo(0L));
    }

    final void answerAll() {
        while (client.pending.isEmpty() == false) {
            randomFrom(client.pending).answer();
            if (randomBoolean() || client.pending.isEmpty()) {
                tasks.runAllTasks();
            }
        }
    }
}
