package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.sameInstance;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Documents of several requests and targets wait for lookups that are answered in any order. */
public class LookupScheduleTests extends LookupQueueTestCase {

    public void testRandomSchedules() {
        int requests = between(1, 4);
        int documents = between(1, 5);
        start(requests, documents, 1_000);
        tasksRunAtOnce = false;
        IntStream.range(0, 3).forEach(i -> new Bulk("user" + i));
        Map<Submitted, Exception> failures = new HashMap<>();
        for (int step = between(1, 300); step > 0 || isBusy(); step--) {
            int random = between(step > 0 ? 0 : 3, 9);
            if (random < 3) {
                randomFrom(bulks).submit(randomFrom(TARGETS));
            } else if (random < 6 && client.pending.isEmpty() == false) {
                answer(randomFrom(client.pending), failures);
            } else if (tasks.hasRunnableTasks()) {
                tasks.runRandomTask();
            }
            assertThat(client.pending.size(), lessThanOrEqualTo(requests));
            for (Bulk bulk : bulks) {
                long ofOne = client.pending.stream()
                        .filter(lookup -> lookup.user.equals(bulk.sender))
                        .count();
                assertThat(ofOne, lessThanOrEqualTo((long) Math.max(1, requests / 2)));
            }
            assertTrue(
                    "somebody is looked up while anybody waits",
                    isBusy() || bulks.stream().flatMap(bulk -> bulk.submitted.stream())
                            .noneMatch(Submitted::isWaiting));
        }
        for (LookupClient.Lookup lookup : client.sent) {
            assertThat(lookup.texts().size(), lessThanOrEqualTo(documents));
            for (Submitted one : documents(lookup)) {
                assertThat(String.join(",", lookup.request.indices()), equalTo(one.target.index()));
            }
        }
        for (Bulk bulk : bulks) {
            assertThat(
                    answered.stream().filter(one -> one.bulk == bulk).toList(),
                    equalTo(bulk.submitted));
            bulk.submitted.forEach(one -> assertThat(one.failure, sameInstance(failures.get(one))));
        }
    }

    private boolean isBusy() {
        return client.pending.isEmpty() == false || tasks.hasRunnableTasks();
    }

    /** Answers a lookup, or fails it for all of its documents. */
    private void answer(LookupClient.Lookup lookup, Map<Submitted, Exception> failures) {
        if (randomInt(4) > 0) {
            lookup.answer();
        } else {
            Exception failure = new IllegalStateException("by test");
            documents(lookup).forEach(one -> failures.put(one, failure));
            lookup.fail(failure);
        }
    }

    private List<Submitted> documents(LookupClient.Lookup lookup) {
        Bulk bulk = bulks.stream()
                .filter(one -> one.sender.equals(lookup.user))
                .findFirst()
                .orElseThrow();
        return lookup.texts().stream()
                .map(text -> Integer.parseInt(text.values().getFirst().split(" ")[2]))
                .map(bulk.submitted::get)
                .toList();
    }
}
