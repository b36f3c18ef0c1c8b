package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.mockito.Mockito.mock;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.nearduplicate.elasticsearch.lookup.Counterparts;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.SketchedTexts.SoughtText;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.sets.SketchedText;

/** What becomes of single documents of a bulk request. */
public class LookupQueueTests extends LookupQueueTestCase {

    private static final Target NEWS = TARGETS.get(2);
    private static final String TEXT = "one text of words that all documents of these tests have";

    private Bulk bulk;

    private void startOne(int requests, int documents, int queue) {
        startOne(client, requests, documents, queue);
    }

    private void startOne(Client lookingUp, int requests, int documents, int queue) {
        start(lookingUp, requests, documents, queue);
        bulk = new Bulk("me");
    }

    public void testADocumentIsLookedUpAtOnce() {
        startOne(1, 10, 10);
        Submitted one = bulk.submit(NEWS);
        assertThat(client.pending.size(), equalTo(1));
        assertThat(lookups.inFlight(), equalTo(1));
        client.pending.getFirst().answer();
        assertNull("not on the thread of the answer", one.decision);
        tasks.runAllRunnableTasks();
        assertThat(one.of(), equalTo(List.of()));
    }

    /** While one lookup is under way, many wait for the next one. */
    public void testThoseThatWaitAreLookedUpTogether() {
        startOne(1, 3, 10);
        IntStream.range(0, 8).forEach(i -> bulk.submit(NEWS));
        answerAll();
        assertThat(
                client.sent.stream().map(lookup -> lookup.texts().size()).toList(),
                equalTo(List.of(1, 3, 3, 1)));
    }

    /** Those before it, whichever target they name, in the order of the request. */
    public void testEachIsComparedWithThoseBeforeIt() {
        startOne(4, 2, 100);
        for (int i = 0; i < 20; i++) {
            bulk.submit(randomFrom(LookedUp.TARGET, NEWS), TEXT);
        }
        answerAll();
        for (int i = 0; i < 20; i++) {
            Submitted one = bulk.submitted.get(i);
            assertThat(one.of().size(), equalTo(Math.min(i, 10)));
            for (Match match : one.decision.matches()) {
                assertThat(match.similarity(), equalTo(1f));
                assertThat(match.item(), equalTo(Integer.parseInt(match.document().id())));
                assertThat(i, greaterThan(match.item()));
            }
        }
    }

    public void testWhatIsRefusedIsNotComparedWith() {
        startOne(1, 10, 100);
        bulk.submit(NEWS, TEXT, OnMatch.DROP);
        for (int i = 1; i < 5; i++) {
            bulk.submit(NEWS, TEXT, randomFrom(OnMatch.DROP, OnMatch.FAIL));
        }
        answerAll();
        for (int i = 1; i < 5; i++) {
            assertThat(bulk.submitted.get(i).of(), equalTo(List.of("0")));
            BulkDocuments.Refused refused = bulk.documents.refused().get(i - 1);
            assertThat(refused.item(), equalTo(i));
            assertThat(refused.of().item(), equalTo(0));
        }
    }

    public void testWhatIsReroutedIsComparedWhereItGoes() {
        startOne(1, 10, 100);
        bulk.submit(LookedUp.TARGET, TEXT);
        bulk.submit(LookedUp.TARGET, TEXT, OnMatch.REROUTE);
        Submitted both = bulk.submit(LookedUp.TARGET, TEXT);
        Submitted one = bulk.submit(NEWS, TEXT, OnMatch.DROP);
        while (client.pending.isEmpty() == false) {
            answerNext();
        }
        assertThat(
                both.decision.matches().stream().map(match -> match.document().index()).toList(),
                equalTo(List.of("news", "old")));
        assertThat(one.of().getFirst(), equalTo("0"));
    }

    public void testItselfIsNoMatchInItsOwnIndexOnly() {
        startOne(1, 10, 100);
        List<IndexRequest> items = Stream.of("news", "<news>", "old")
                .map(index -> new IndexRequest(index).id("a"))
                .toList();
        bulk.items.addAll(items);
        items.forEach(item -> bulk.submit(NEWS, TEXT, OnMatch.TAG, item));
        Submitted again = bulk.submitted.get(1);
        Submitted elsewhere = bulk.submitted.get(2);
        answerNext("a");
        answerNext("a");
        assertThat(bulk.submitted.getFirst().of(), equalTo(List.of()));
        assertThat(again.of(), equalTo(List.of()));
        assertThat(elsewhere.of(), equalTo(List.of("a")));
        assertThat(elsewhere.decision.matches().getFirst().item(), equalTo(1));
    }

    public void testADocumentWithoutANameGetsOne() {
        startOne(1, 10, 100);
        Submitted first = bulk.submit(NEWS, TEXT, OnMatch.TAG, new IndexRequest("news"));
        Submitted second = bulk.submit(NEWS, TEXT, OnMatch.TAG, new IndexRequest("news"));
        Submitted withoutWords = bulk.submit(NEWS, "...", OnMatch.TAG, new IndexRequest("news"));
        answerAll();
        assertThat(second.of(), equalTo(List.of(first.decision.givenId())));
        assertThat(withoutWords.decision.givenId(), nullValue());
    }

    /** Their identifiers follow from their fields. */
    public void testADocumentOfATimeSeriesGetsNoName() {
        startOne(1, 10, 100);
        Submitted one = bulk.submit(NEWS, TEXT, OnMatch.TAG, new IndexRequest("metrics"));
        answerAll();
        assertThat(one.decision.givenId(), nullValue());
    }

    /** Of documents that the request changes before others are looked up instead. */
    public void testMoreIsLookedUpIfTooManyAreChanged() {
        startOne(1, 40, 100);
        List<String> stored = IntStream.range(0, 60).mapToObj(i -> "old" + i).toList();
        for (int i = 0; i < 30; i++) {
            bulk.items.add(new DeleteRequest("news", "old" + i));
        }
        Submitted one = bulk.submit(NEWS, TEXT);
        answerNext(stored.toArray(String[]::new));
        assertTrue(one.isWaiting());
        answerNext(stored.toArray(String[]::new));
        assertThat(one.of(), equalTo(stored.subList(30, 40).stream().sorted().toList()));
    }

    /** Of its own documents a request knows enough that none is more similar to. */
    public void testNoMoreIsLookedUpIfNoneWouldBeTold() {
        startOne(1, 40, 100);
        List<String> stored = IntStream.range(0, 60).mapToObj(i -> "old" + i).toList();
        stored.forEach(id -> bulk.items.add(new DeleteRequest("news", id)));
        List<String> own = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            own.add(Integer.toString(bulk.items.size()));
            bulk.submit(NEWS, TEXT);
            answerNext();
        }
        Submitted one = bulk.submit(NEWS, TEXT);
        answerNext(stored.toArray(String[]::new));
        assertThat(one.of(), equalTo(own));
    }

    public void testItemsThatChangeADocumentBefore() {
        List<DocWriteRequest<?>> changes = List.of(
                new DeleteRequest("news", "old"), new UpdateRequest("news", "old").doc(Map.of()),
                new UpdateRequest("news", "old").doc(Map.of()).upsert(Map.of()),
                new IndexRequest("news").id("old"));
        List<DocWriteRequest<?>> others = List.of(
                new DeleteRequest("old", "old"), new DeleteRequest("news", "another"),
                new DeleteRequest("nothing", "old"),
                new IndexRequest("news").id("old").opType(DocWriteRequest.OpType.CREATE));
        startOne(1, 40, 100);
        for (DocWriteRequest<?> change : changes) {
            assertThat(ofOld(change, true), equalTo(List.of()));
            assertThat(ofOld(change, false), equalTo(List.of("old")));
        }
        for (DocWriteRequest<?> other : others) {
            assertThat(ofOld(other, true), equalTo(List.of("old")));
        }
    }

    private List<String> ofOld(DocWriteRequest<?> change, boolean isBefore) {
        Bulk changing = new Bulk("me");
        if (isBefore) {
            changing.items.add(change);
        }
        IndexRequest item = new IndexRequest("news").id("one");
        changing.items.add(item);
        if (isBefore == false) {
            changing.items.add(change);
        }
        Submitted one = changing.submit(NEWS, TEXT, OnMatch.TAG, item);
        while (client.pending.isEmpty() == false) {
            answerNext("old");
        }
        return one.of();
    }

    /** As where a title and a body have a processor each: none of them sees the document twice. */
    public void testACreationThatComesToTwoProcessors() {
        startOne(1, 10, 100);
        IndexRequest item =
                new IndexRequest("news").id("a").opType(DocWriteRequest.OpType.CREATE);
        Target title = new Target("news", "title", null, IgnoredTexts.NONE, Counterparts.ALL);
        bulk.submit(NEWS, TEXT, OnMatch.TAG, item);
        answerAll();
        bulk.submit(title, "another text", OnMatch.TAG, item);
        answerAll();
        Submitted ofTitle = bulk.submit(title, "another text");
        Submitted ofBody = bulk.submit(NEWS, TEXT);
        answerAll();
        assertThat(ofBody.of(), equalTo(List.of("a")));
        assertThat(ofTitle.of(), equalTo(List.of("a")));
    }

    public void testADocumentThatReplacesOnlyItsFields() {
        startOne(1, 10, 100);
        UpdateRequest update = new UpdateRequest("news", "1").doc(Map.of());
        assertFalse(isPartial(update.upsert(Map.of())));
        assertTrue(isPartial(update.docAsUpsert(true)));
        assertFalse(isPartial(new IndexRequest("news").id("1")));
    }

    private boolean isPartial(DocWriteRequest<?> item) {
        Bulk one = new Bulk("me");
        BulkDocuments.mark(item);
        one.items.add(item);
        IndexRequest document = TransportBulkAction.getIndexWriteRequest(item);
        return one.documents.isPartial(document.index(), document.id());
    }

    /** There is nothing that the first document of an index could be a near duplicate of. */
    public void testAnIndexThatIsNotThereYet() {
        startOne(1, 10, 100);
        Target target =
                new Target("<new>", LookedUp.FIELD, null, IgnoredTexts.NONE, Counterparts.ALL);
        Submitted one = bulk.submit(target, TEXT, OnMatch.TAG, new IndexRequest("new"));
        failNext(new IndexNotFoundException("new"));
        Submitted other = bulk.submit(target, TEXT, OnMatch.TAG, new IndexRequest("news"));
        failNext(new IndexNotFoundException("new"));
        assertThat(one.of(), equalTo(List.of()));
        assertThat(other.failure, instanceOf(IndexNotFoundException.class));
    }

    /** More than that wait too, for a time; then they are refused. */
    public void testAFullQueue() {
        startOne(1, 1, 2);
        List<Submitted> five = IntStream.range(0, 5).mapToObj(i -> bulk.submit(NEWS)).toList();
        answerNext();
        assertTrue("no time is over", five.stream().skip(1).allMatch(Submitted::isWaiting));
        tasks.advanceTime();
        tasks.runAllRunnableTasks();
        assertTrue("nobody overtakes", five.stream().skip(1).allMatch(Submitted::isWaiting));
        answerAll();
        for (int i = 0; i < 5; i++) {
            assertThat(
                    five.get(i).failure,
                    i < 3 ? nullValue() : instanceOf(EsRejectedExecutionException.class));
        }
        assertNull("there is room again", bulk.submit(NEWS).failure);
        answerAll();
    }

    /** One that comes later is refused later. */
    public void testEachWaitsItsOwnTime() {
        startOne(1, 1, 1);
        long start = tasks.getCurrentTimeMillis();
        bulk.submit(NEWS);
        bulk.submit(NEWS);
        Submitted first = bulk.submit(NEWS);
        List<Submitted> later = new ArrayList<>();
        threadPool.schedule(
                () -> later.add(bulk.submit(NEWS)), TimeValue.timeValueSeconds(20),
                threadPool.generic());
        tasksRunAtOnce = false;
        for (long seconds : List.of(20L, 30L, 50L)) {
            assertTrue(later.stream().allMatch(Submitted::isWaiting));
            tasks.advanceTime();
            tasks.runAllRunnableTasks();
            assertThat(tasks.getCurrentTimeMillis() - start, equalTo(seconds * 1_000));
        }
        // They are answered in their order.
        answerAll();
        assertThat(first.failure, instanceOf(EsRejectedExecutionException.class));
        assertThat(later.getFirst().failure, instanceOf(EsRejectedExecutionException.class));
    }

    public void testAFullQueueThatMovesOn() {
        startOne(1, 1, 2);
        IntStream.range(0, 5).forEach(i -> bulk.submit(NEWS));
        answerAll();
        tasks.runAllTasks();
        assertTrue(answered.stream().allMatch(one -> one.failure == null));
    }

    public void testNoMemoryForADocument() {
        startOne(1, 10, 10);
        long free = LIMIT.getBytes();
        breaker.addWithoutBreaking(free);
        assertThat(bulk.submit(NEWS).failure, instanceOf(CircuitBreakingException.class));
        assertThat(client.sent, equalTo(List.of()));
        breaker.addWithoutBreaking(-free);
        bulk.submit(NEWS);
        client.pending.getFirst().answer();
    }

    /** What is known of documents is charged until all of the request are written. */
    public void testNoMemoryForAnAnswer() {
        startOne(1, 10, 10);
        bulk.submit(NEWS, TEXT);
        answerAll();
        assertThat(breaker.getUsed(), not(equalTo(0L)));
        Submitted one = bulk.submit(NEWS, TEXT);
        long free = LIMIT.getBytes() - breaker.getUsed();
        breaker.addWithoutBreaking(free);
        answerNext();
        assertThat(one.failure, instanceOf(CircuitBreakingException.class));
        breaker.addWithoutBreaking(-free);
    }

    public void testAClientThatThrows() {
        RuntimeException failure = new IllegalStateException("by test");
        Client throwing = mock(Client.class, call -> {
            throw failure;
        });
        startOne(throwing, 1, 10, 10);
        for (int i = 0; i < 2; i++) {
            Submitted one = bulk.submit(NEWS);
            tasks.runAllRunnableTasks();
            assertThat(one.failure, sameInstance(failure));
        }
    }

    /** As security refuses a caller without rights: at once, on the thread of the caller. */
    public void testManyThatFailAtOnce() {
        startOne(1, 1, 20_000);
        IntStream.range(0, 20_000).forEach(i -> bulk.submit(NEWS));
        client.failure = new IllegalStateException("by test");
        client.pending.getFirst().answer();
        tasks.runAllTasks();
        assertThat(answered.size(), equalTo(20_000));
        assertNull(answered.getFirst().failure);
        assertThat(answered.getLast().failure, sameInstance(client.failure));
    }

    /** A listener that throws does not keep the next document from its decision. */
    public void testSomebodyThrowsAtAnAnswer() {
        startOne(1, 10, 10);
        List<Submitted> submitted =
                IntStream.range(0, 4).mapToObj(i -> bulk.submit(NEWS)).toList();
        submitted.get(2).thrown = new IllegalStateException("by test");
        answerNext();
        client.pending.getFirst().answer();
        assertThat(
                expectThrows(IllegalStateException.class, tasks::runAllRunnableTasks),
                sameInstance(submitted.get(2).thrown));
        assertThat(answered, equalTo(submitted));
    }

    /** Copies that agree in the first rows of each band, and in no more. */
    public void testDocumentsOfARequestShareTheRowsOfALookup() {
        SoughtText text = LookedUp.sought("a text of some words, of which there is a copy");
        LookupResponse response = LookedUp.answer(LookedUp.FIELD, List.of(), List.of());
        startOne(1, 10, 10);
        BulkDocuments documents = bulk.documents;
        for (int shared = BandRows.FEWEST; shared < BandRows.MOST; shared++) {
            documents.admit(
                    LookedUp.searched(withRows(sharing(shared, text.text()), BandRows.MOST)),
                    LookedUp.name("news", shared + " rows"), Match.UNKNOWN, 0);
        }
        for (int rows = BandRows.FEWEST; rows <= BandRows.MOST; rows++) {
            List<Match> similar = documents.similar(
                    LookedUp.searched(withRows(text.text(), rows)), 0,
                    text.size(), null, Match.UNKNOWN, new WriteShards(response.project()));
            assertThat(rows + " rows", similar.size(), equalTo(BandRows.MOST - rows));
        }
    }

    private static SoughtText withRows(SketchedText text, int rows) {
        return new SoughtText(text, rows, 0.8, 10, null);
    }

    private static SketchedText sharing(int rows, SketchedText text) {
        long[] keys = text.keys().clone();
        for (int band = 0; band < keys.length; band++) {
            keys[band] ^= BandRows.last(0, rows) ^ BandRows.last(0, rows + 1);
        }
        return SketchedText.read(
                LookedUp.SCHEME, keys, text.signature().stored(), text.shingles().toBytes());
    }
}
