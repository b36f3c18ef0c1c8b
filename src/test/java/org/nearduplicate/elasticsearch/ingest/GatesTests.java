package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.sameInstance;
import static org.mockito.Mockito.mock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.junit.After;
import org.nearduplicate.elasticsearch.request.InContext;
import org.nearduplicate.recent.RecentDocuments;
import org.nearduplicate.recent.RecentLimit;

/** Documents that wait for lookups, against a client that answers as the test wants. */
public class GatesTests extends ESTestCase {

    private static final ByteSizeValue LIMIT = ByteSizeValue.ofMb(100);
    private static final String USER = "user";
    private static final String PRIVATE = "private";
    private static final List<Target> TARGETS = List.of(
            LookedUp.TARGET, new Target("old", LookedUp.FIELD, null),
            new Target("news", LookedUp.FIELD, null));

    private final DeterministicTaskQueue tasks = new DeterministicTaskQueue();
    private final ThreadPool threadPool = tasks.getThreadPool();
    private final ThreadContext context = threadPool.getThreadContext();
    private final LookupClient client = new LookupClient(threadPool);
    private final CircuitBreaker breaker = newLimitedBreaker(LIMIT);
    private final RecentDocuments recent =
            new RecentDocuments(new RecentLimit(100_000, Long.MAX_VALUE),
                    new RecentMemory(breaker));
    private final List<Asked> asked = new ArrayList<>();
    private final List<Asked> answered = new ArrayList<>();
    private Gates gates;

    /** A document, and what it was told. */
    private final class Asked implements ActionListener<Verdict> {

        private final int number;
        private final Target target;
        private final String sender;
        private String text;
        private RuntimeException thrown;
        private Verdict verdict;
        private Exception failure;

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

    private void start(int requests, int documents, int queue) {
        start(client, requests, documents, queue);
    }

    private void start(Client asking, int requests, int documents, int queue) {
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

    public void testRandomSchedules() {
        int requests = between(1, 4);
        int documents = between(1, 5);
        int queue = between(1, 40);
        start(requests, documents, queue);
        List<Asked> refused = new ArrayList<>();
        Map<Asked, Exception> failures = new HashMap<>();
        for (int step = between(1, 300); step > 0 || isBusy(); step--) {
            int random = between(step > 0 ? 0 : 3, 9);
            if (random < 3) {
                boolean isFull = asked.size() - refused.size() - lookedUp() == queue;
                Asked one = new Asked(randomFrom(TARGETS), randomFrom("me", "you")).ask();
                if (isFull) {
                    refused.add(one);
                }
            } else if (random < 6 && client.pending.isEmpty() == false) {
                answer(randomFrom(client.pending), failures);
            } else if (tasks.hasRunnableTasks()) {
                tasks.runRandomTask();
            }
            assertThat(client.pending.size(), lessThanOrEqualTo(requests));
            assertTrue(
                    "as many as may be are under way",
                    client.pending.size() == requests || tasks.hasRunnableTasks()
                            || lookedUp() + refused.size() == asked.size());
        }
        assertLookups(documents);
        for (Asked one : refused) {
            assertThat(one.failure, instanceOf(EsRejectedExecutionException.class));
            assertThat(
                    one.failure.getMessage(),
                    containsString(
                            "[" + queue + "] documents are waiting already, as many as"
                                    + " [near_duplicate.ingest.queue_capacity] allows"));
        }
        List<Asked> letIn = asked.stream().filter(one -> refused.contains(one) == false).toList();
        letIn.forEach(one -> assertThat(one.failure, sameInstance(failures.get(one))));
        for (Target target : TARGETS) {
            assertThat(
                    answered.stream().filter(one -> one.target == target)
                            .filter(letIn::contains)
                            .toList(),
                    equalTo(letIn.stream().filter(one -> one.target == target).toList()));
        }
    }

    private boolean isBusy() {
        return client.pending.isEmpty() == false || tasks.hasRunnableTasks();
    }

    private void answerAll() {
        while (client.pending.isEmpty() == false) {
            randomFrom(client.pending).answer();
            if (randomBoolean() || client.pending.isEmpty()) {
                tasks.runAllTasks();
            }
        }
    }

    private int lookedUp() {
        return client.sent.stream().mapToInt(lookup -> lookup.texts().size()).sum();
    }

    /** Answers a lookup, or fails it for all of its documents. */
    private void answer(LookupClient.Lookup lookup, Map<Asked, Exception> failures) {
        if (randomInt(4) > 0) {
            lookup.answer();
        } else {
            Exception failure = new IllegalStateException("by test");
            documents(lookup).forEach(one -> failures.put(one, failure));
            lookup.fail(failure);
        }
    }

    private List<Asked> documents(LookupClient.Lookup lookup) {
        return lookup.texts().stream()
                .map(text -> Integer.parseInt(text.values().getFirst().split(" ")[2]))
                .map(asked::get)
                .toList();
    }

    private void assertLookups(int documents) {
        for (LookupClient.Lookup lookup : client.sent) {
            assertThat(lookup.texts().size(), lessThanOrEqualTo(documents));
            for (Asked one : documents(lookup)) {
                assertThat(lookup.user, equalTo(one.sender));
                assertThat(
                        String.join(",", lookup.request.indices()), equalTo(one.target.index()));
            }
        }
    }

    public void testADocumentIsLookedUpAtOnce() {
        start(1, 10, 10);
        Asked one = new Asked(LookedUp.TARGET, "me").ask();
        assertThat(client.pending.size(), equalTo(1));
        assertThat(gates.inFlight(), equalTo(1));
        client.pending.getFirst().answer();
        assertNull("not on the thread of the answer", one.verdict);
        tasks.runAllRunnableTasks();
        assertThat(one.verdict.matches(), equalTo(List.of()));
    }

    /** While one lookup is under way, many wait for the next one. */
    public void testThoseThatWaitAreLookedUpTogether() {
        start(1, 3, 10);
        IntStream.range(0, 8).forEach(i -> new Asked(LookedUp.TARGET, "me").ask());
        answerAll();
        assertThat(
                client.sent.stream().map(lookup -> lookup.texts().size()).toList(),
                equalTo(List.of(1, 3, 3, 1)));
    }

    public void testTargetsTakeTurns() {
        start(1, 2, 100);
        for (int i = 0; i < 9; i++) {
            new Asked(TARGETS.get(i < 7 ? 0 : 1), "me").ask();
        }
        answerAll();
        assertThat(
                client.sent.stream().map(lookup -> lookup.request.indices()[0]).toList(),
                equalTo(List.of("news", "news", "old", "news", "news")));
    }

    public void testNoMemoryForADocument() {
        start(1, 10, 10);
        long free = LIMIT.getBytes();
        breaker.addWithoutBreaking(free);
        Asked one = new Asked(LookedUp.TARGET, "me").ask();
        assertThat(one.failure, instanceOf(CircuitBreakingException.class));
        assertThat(client.sent, equalTo(List.of()));
        breaker.addWithoutBreaking(-free);
        new Asked(LookedUp.TARGET, "me").ask();
        client.pending.getFirst().answer();
    }

    public void testAClientThatThrows() {
        RuntimeException failure = new IllegalStateException("by test");
        Client throwing = mock(Client.class, call -> {
            throw failure;
        });
        start(throwing, 1, 10, 10);
        for (int i = 0; i < 2; i++) {
            Asked one = new Asked(LookedUp.TARGET, "me").ask();
            tasks.runAllRunnableTasks();
            assertThat(one.failure, sameInstance(failure));
        }
    }

    /** As security refuses who has no rights: at once, on the thread that asks. */
    public void testManyThatFailAtOnce() {
        start(1, 1, 20_000);
        IntStream.range(0, 20_000).forEach(i -> new Asked(LookedUp.TARGET, "me").ask());
        client.failure = new IllegalStateException("by test");
        client.pending.getFirst().answer();
        tasks.runAllTasks();
        assertThat(answered.size(), equalTo(20_000));
        assertNull(answered.getFirst().failure);
        assertThat(answered.getLast().failure, sameInstance(client.failure));
    }

    /** What others do with an answer does not keep the next document from its own. */
    public void testSomebodyThrowsAtAnAnswer() {
        start(1, 10, 10);
        Asked first = new Asked(LookedUp.TARGET, "me").ask();
        List<Asked> more = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            more.add(new Asked(LookedUp.TARGET, "me"));
            more.getLast().thrown = i == 1 ? new IllegalStateException("by test") : null;
            more.getLast().ask();
        }
        client.pending.getFirst().answer();
        tasks.runAllTasks();
        client.pending.getFirst().answer();
        try {
            tasks.runAllTasks();
        } catch (IllegalStateException e) {
            assertThat(e, sameInstance(more.get(1).thrown));
        }
        assertThat(answered, equalTo(List.of(first, more.get(0), more.get(1), more.get(2))));
    }

    /** Each is compared with those before it, of other requests and lookups too. */
    public void testEachIsComparedWithThoseThatWereLetInBefore() {
        start(2, 3, 100);
        for (int i = 0; i < 20; i++) {
            Asked one = new Asked(LookedUp.TARGET, "me");
            one.text = "always the same text of eight different words";
            one.ask();
        }
        answerAll();
        for (int i = 0; i < 20; i++) {
            List<String> before = IntStream.range(0, i).mapToObj(Integer::toString).sorted()
                    .limit(10).toList();
            assertThat(
                    asked.get(i).verdict.matches().stream().map(Match::id).toList(),
                    equalTo(before));
        }
    }
}
