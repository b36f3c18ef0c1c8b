package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.common.util.concurrent.ThreadContext.StoredContext;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.junit.After;
import org.nearduplicate.elasticsearch.ingest.PendingDocument.Decision;
import org.nearduplicate.elasticsearch.lookup.Counterparts;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;

/** Documents of bulk requests that wait for lookups, against a client that answers as a test wants. */
public abstract class LookupQueueTestCase extends ESTestCase {

    static final ByteSizeValue LIMIT = ByteSizeValue.ofMb(100);
    private static final String USER = "user";
    private static final int MAX_MATCHES = 10;
    static final List<Target> TARGETS = List.of(
            LookedUp.TARGET,
            new Target("old", LookedUp.FIELD, null, IgnoredTexts.NONE, Counterparts.ALL),
            new Target("news", LookedUp.FIELD, null, IgnoredTexts.NONE, Counterparts.ALL));

    final DeterministicTaskQueue tasks = new DeterministicTaskQueue();
    final ThreadPool threadPool = tasks.getThreadPool();
    private final ThreadContext context = threadPool.getThreadContext();
    final LookupClient client = new LookupClient(threadPool);
    final CircuitBreaker breaker = newLimitedBreaker(LIMIT);
    final List<Bulk> bulks = new ArrayList<>();
    final List<Submitted> answered = new ArrayList<>();
    boolean tasksRunAtOnce = true;
    Lookups lookups;

    /** A bulk request, whose items are documents of numbers. */
    final class Bulk {

        final List<DocWriteRequest<?>> items = new ArrayList<>();
        final List<Submitted> submitted = new ArrayList<>();
        final BulkDocuments documents = new BulkDocuments(items);
        final BreakerAccount account = lookups.account();
        final LookupQueue queue = new LookupQueue(lookups, documents, account::charge);
        final String sender;

        Bulk(String sender) {
            this.sender = sender;
            bulks.add(this);
        }

        Submitted submit(Target target) {
            return submit(target, "the document " + items.size() + " of " + sender);
        }

        Submitted submit(Target target, String text) {
            return submit(target, text, OnMatch.TAG);
        }

        Submitted submit(Target target, String text, OnMatch onMatch) {
            String id = Integer.toString(items.size());
            return submit(target, text, onMatch, new IndexRequest("news").id(id));
        }

        Submitted submit(Target target, String text, OnMatch onMatch, IndexRequest item) {
            if (items.stream().map(TransportBulkAction::getIndexWriteRequest)
                    .noneMatch(item::equals)) {
                BulkDocuments.mark(item);
                items.add(item);
            }
            Submitted one = new Submitted(this, target);
            submitted.add(one);
            StoredContext outer = context.stashContext();
            try (outer) {
                context.putHeader(USER, sender);
                queue.add(
                        new PendingDocument(
                                target,
                                new LookupText(List.of(text), null, null, 1, MAX_MATCHES + 1, null),
                                MAX_MATCHES, item.index(), item.id(), null,
                                switch (onMatch) {
                                    case TAG -> item.index();
                                    case REROUTE -> LookedUp.OLD.getName();
                                    case DROP, FAIL -> null;
                                },
                                context.newRestorableContext(true), one));
            }
            if (tasksRunAtOnce) {
                tasks.runAllRunnableTasks();
            }
            return one;
        }
    }

    /** A document, and its decision or failure. */
    final class Submitted implements ActionListener<Decision> {

        final Bulk bulk;
        final Target target;
        RuntimeException thrown;
        Decision decision;
        Exception failure;

        private Submitted(Bulk bulk, Target target) {
            this.bulk = bulk;
            this.target = target;
        }

        @Override
        public void onResponse(Decision found) {
            answered(found, null);
        }

        @Override
        public void onFailure(Exception e) {
            answered(null, e);
        }

        private void answered(Decision ofLookup, Exception ofFailure) {
            assertNull("answered before", decision);
            assertNull("answered before", failure);
            decision = ofLookup;
            failure = ofFailure;
            answered.add(this);
            assertThat(context.getHeader(USER), equalTo(bulk.sender));
            if (thrown != null) {
                throw thrown;
            }
        }

        boolean isWaiting() {
            return decision == null && failure == null;
        }

        /** Returns the identifiers of what it is a near duplicate of. */
        List<String> of() {
            return decision.matches().stream().map(match -> match.document().id()).toList();
        }
    }

    final void start(int requests, int documents, int queue) {
        start(client, requests, documents, queue);
    }

    final void start(Client lookingUp, int requests, int documents, int queue) {
        lookups = new Lookups(
                lookingUp, threadPool, breaker,
                Settings.builder()
                        .put("near_duplicate.ingest.max_concurrent_requests", requests)
                        .put("near_duplicate.ingest.max_lookups_per_request", documents)
                        .put("near_duplicate.ingest.queue_capacity", queue)
                        .build());
    }

    @After
    public void nothingIsLeft() {
        tasks.runAllTasks();
        assertThat(lookups.inFlight(), equalTo(0));
        assertThat(client.pending, equalTo(List.of()));
        assertThat(
                answered.size(),
                equalTo(bulks.stream().mapToInt(bulk -> bulk.submitted.size()).sum()));
        bulks.forEach(bulk -> bulk.account.close());
        assertThat(breaker.getUsed(), equalTo(0L));
    }

    /** Answers the lookup that was sent first: a search finds these documents, as many as it was to find. */
    final void answerNext(String... found) {
        client.pending.getFirst().answer(found);
        tasks.runAllRunnableTasks();
    }

    final void failNext(Exception failure) {
        client.pending.getFirst().fail(failure);
        tasks.runAllRunnableTasks();
    }

    final void answerAll() {
        while (client.pending.isEmpty() == false) {
            randomFrom(client.pending).answer();
            if (randomBoolean() || client.pending.isEmpty()) {
                tasks.runAllRunnableTasks();
            }
        }
    }
}
