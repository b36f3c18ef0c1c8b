package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.sameInstance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;

/** Documents of several senders and targets wait for lookups that are answered in any order. */
public class GatesScheduleTests extends GatesTestCase {

    private static final List<String> SENDERS = List.of("me", "you", "they");

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
                Asked one = new Asked(randomFrom(TARGETS), randomFrom(SENDERS)).ask();
                if (isFull) {
                    refused.add(one);
                }
            } else if (random < 6 && client.pending.isEmpty() == false) {
                answer(randomFrom(client.pending), failures);
            } else if (tasks.hasRunnableTasks()) {
                tasks.runRandomTask();
            }
            long ofAll = undecided().size();
            assertThat(ofAll, lessThanOrEqualTo((long) requests));
            for (Target target : TARGETS) {
                long ofTarget = undecided().stream().filter(target::equals).count();
                long ofOne = Math.max(1, requests / 2);
                assertThat(ofTarget, lessThanOrEqualTo(ofOne));
                assertTrue(
                        "as many as may be are under way",
                        ofAll == requests || ofTarget == ofOne || tasks.hasRunnableTasks()
                                || lookedUp(target) == asked.stream()
                                        .filter(one -> one.target == target)
                                        .filter(one -> refused.contains(one) == false)
                                        .count());
            }
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
            for (String sender : SENDERS) {
                assertThat(
                        of(target, sender, answered).filter(letIn::contains).toList(),
                        equalTo(of(target, sender, letIn).toList()));
            }
        }
    }

    private static Stream<Asked> of(Target target, String sender, List<Asked> documents) {
        return documents.stream()
                .filter(one -> one.target == target && one.sender.equals(sender));
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
            List<String> before = IntStream.range(0, Math.min(i, 10)).mapToObj(Integer::toString)
                    .toList();
            assertThat(
                    asked.get(i).verdict.matches().stream().map(Match::id).toList(),
                    equalTo(before));
        }
    }

    private boolean isBusy() {
        return client.pending.isEmpty() == false || tasks.hasRunnableTasks();
    }

    /** Returns the target of each lookup that is under way, or answered and not decided. */
    private List<Target> undecided() {
        return client.sent.stream()
                .map(this::documents)
                .filter(documents -> documents.stream().anyMatch(Asked::isWaiting))
                .map(documents -> documents.getFirst().target)
                .toList();
    }

    private long lookedUp(Target target) {
        return client.sent.stream()
                .flatMap(lookup -> documents(lookup).stream())
                .filter(one -> one.target == target)
                .count();
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
}
