package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.sameInstance;
import static org.mockito.Mockito.mock;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.common.util.concurrent.ThreadContext;

/** What becomes of single documents that wait for lookups. */
public class GatesTests extends GatesTestCase {

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

    /** Documents that are replaced in the same request are no copies any more: others are looked up instead of them. */
    public void testMoreIsLookedUpIfTooManyHaveGone() {
        start(1, 40, 100);
        new Asked(LookedUp.TARGET, "me").ask();
        client.pending.getFirst().answer();
        for (int i = 1; i < 30; i++) {
            new Asked(LookedUp.TARGET, "me").ask();
        }
        Asked last = new Asked(LookedUp.TARGET, "me");
        last.ask();
        tasks.runAllRunnableTasks();
        while (client.pending.isEmpty() == false) {
            client.pending.getFirst().answerWith(35);
            tasks.runAllRunnableTasks();
        }
        assertThat(
                last.verdict.matches().stream().map(Match::id).toList(),
                equalTo(List.of("31", "32", "33", "34")));
        assertThat(
                client.sent.stream().map(lookup -> lookup.texts().getFirst().size()).toList(),
                equalTo(List.of(20, 20, 40)));
        assertThat(answered, equalTo(asked));
    }

    public void testTargetsTakeTurns() {
        start(1, 2, 100);
        for (int i = 0; i < 12; i++) {
            new Asked(TARGETS.get(i < 9 ? 0 : 1), "me").ask();
        }
        answerAll();
        assertThat(
                client.sent.stream().map(lookup -> lookup.request.indices()[0]).toList(),
                equalTo(List.of("news", "old", "news", "old", "news", "news", "news")));
    }

    /** Also if others send between them: else lookups would be of one document each. */
    public void testThoseOfOneSenderAreLookedUpTogether() {
        start(1, 3, 20);
        IntStream.range(0, 9)
                .forEach(i -> new Asked(LookedUp.TARGET, i % 3 == 2 ? "you" : "me").ask());
        answerAll();
        assertThat(
                client.sent.stream().map(lookup -> lookup.user + lookup.texts().size()).toList(),
                equalTo(List.of("me1", "me3", "you3", "me2")));
        assertThat(
                answered.stream().map(one -> one.number).toList(),
                equalTo(List.of(0, 1, 3, 4, 2, 5, 8, 6, 7)));
    }

    public void testOneTargetLeavesLookupsToOthers() {
        start(5, 1, 100);
        IntStream.range(0, 10).forEach(i -> new Asked(TARGETS.getFirst(), "me").ask());
        assertThat(client.pending.size(), equalTo(2));
        Asked other = new Asked(TARGETS.get(1), "me").ask();
        client.pending.getLast().answer();
        tasks.runAllTasks();
        assertThat(other.verdict.matches(), equalTo(List.of()));
        assertThat("the first does not get what others left", client.pending.size(), equalTo(2));
        answerAll();
    }

    /** Else answers would pile up as long as the first is slow. */
    public void testAnAnswerThatWaitsForTheFirstOne() {
        start(4, 1, 100);
        IntStream.range(0, 4).forEach(i -> new Asked(LookedUp.TARGET, "me").ask());
        client.pending.getLast().answer();
        tasks.runAllTasks();
        assertThat("two are under way", client.sent.size(), equalTo(2));
        client.pending.getFirst().answer();
        tasks.runAllTasks();
        assertThat(client.pending.size(), equalTo(2));
        answerAll();
    }

    public void testAFullQueue() {
        start(1, 1, 2);
        List<Asked> four = Stream.generate(() -> new Asked(LookedUp.TARGET, "me").ask()).limit(4)
                .toList();
        assertThat(four.getLast().failure, instanceOf(EsRejectedExecutionException.class));
        assertThat(
                "that of those who wait", breaker.getUsed(), equalTo(3 * bytes(four.getFirst())));
        client.pending.getFirst().answer();
        tasks.runAllTasks();
        assertNull("there is room again", new Asked(LookedUp.TARGET, "me").ask().failure);
        answerAll();
        assertThat(
                four.stream().filter(one -> one.failure == null).toList(),
                equalTo(four.subList(0, 3)));
    }

    private long bytes(Asked one) {
        return LookedUp.question(
                one.text, "news", "0", OnMatch.TAG, null, one.sender, new ThreadContext(
                        Settings.EMPTY),
                one).ramBytesUsed();
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
}
