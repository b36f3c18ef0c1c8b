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
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.junit.After;
import org.nearduplicate.elasticsearch.ingest.PendingDocument.Decision;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.InContext;

/** Documents of bulk requests that wait for lookups, against a client that answers as a test wants. */
public abstract class LookupQueueTestCase extends ESTestCase {

    static final ByteSizeValue LIMIT = ByteSizeValue.ofMb(100);
    private static final String USER = "user";
    static final List<Target> TARGETS = List.of(
            LookedUp.TARGET, new Target("old", LookedUp.FIELD, null),
            new Target("news", LookedUp.FIELD, null));

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
            Submitted one = new Submitted(this, target, text);
            submitted.add(one);
            submit(one, item, onMatch);
            return one;
        }

        void submit(Submitted one, IndexRequest item, OnMatch onMatch) {
            InContext.run(context.stashContext(), () -> {
                context.putHeader(USER, sender);
                queue.add(
                        LookedUp.pending(
                                one.target, one.text, item.index(), item.id(), onMatch, context,
                                one));
            });
            if (tasksRunAtOnce) {
                tasks.runAllRunnableTasks();
            }
        }
    }

    /** A document, and what it was told. */
    final class Submitted implements ActionListener<Decision> {

        final Bulk bulk;
        final Target target;
        final String text;
        RuntimeException thrown;
        Decision decision;
        Exception failure;

        private Submitted(Bulk bulk, Target target, String text) {
            this.bulk = bulk;
            this.target = target;
            this.text = text;
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

    final void start(Client asking, int requests, int documents, int queue) {
        lookups = new Lookups(
                asking, threadPool, breaker,
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
                answered.size(), equalTo(bulks.stream().mapToInt(bulk -> bulk.submitted.size()).sum()));
        bulks.forEach(bulk -> bulk.account.close());
        assertThat(breaker.getUsed(), equalTo(0L));
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
