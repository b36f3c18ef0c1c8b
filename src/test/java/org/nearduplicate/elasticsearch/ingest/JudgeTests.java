package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.nearduplicate.elasticsearch.ingest.LookedUp.ALIAS;
import static org.nearduplicate.elasticsearch.ingest.LookedUp.FIELD;
import static org.nearduplicate.elasticsearch.ingest.LookedUp.METRICS;
import static org.nearduplicate.elasticsearch.ingest.LookedUp.NEWS;
import static org.nearduplicate.elasticsearch.ingest.LookedUp.OLD;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.test.ESTestCase;
import org.junit.After;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.lookup.Lookups;
import org.nearduplicate.elasticsearch.lookup.SearchedIndex;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.recent.Place;
import org.nearduplicate.recent.RecentDocuments;
import org.nearduplicate.recent.RecentLimit;

/** What a document is a near duplicate of, by what a lookup found and by what no search sees yet. */
public class JudgeTests extends ESTestCase {

    private static final String TEXT = "one text of words that all documents of these tests have";
    private static final String WITHOUT_WORDS = "...";

    private final ThreadContext context = new ThreadContext(Settings.EMPTY);
    private final CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofMb(1));
    private final RecentDocuments recent =
            new RecentDocuments(new RecentLimit(100, Long.MAX_VALUE),
                    new BreakerAccount(breaker, "test")::charge);
    private final Judge judge = new Judge(recent);
    private final BulkTicket bulk = new BulkTicket();
    private long lookups;

    @After
    public void forgetAll() {
        for (Index index : List.of(NEWS, OLD, METRICS)) {
            judge.forgetIndex(index.getUUID());
        }
        assertThat(breaker.getUsed(), equalTo(0L));
        assertFalse(judge.watchesAny());
    }

    public void testWhatALookupFound() {
        SearchedIndex news = Lookups.searched(NEWS, true, LookedUp.sought(TEXT));
        Verdict verdict = decide(question("news", "1"), LookedUp.found(news, "b", "a", "c"));
        assertThat(
                verdict.matches(),
                equalTo(
                        List.of(
                                new Match("news", "a", 0.9f), new Match("news", "b", 0.9f),
                                new Match("news", "c", 0.9f))));
        assertNull(verdict.givenId());
    }

    public void testNoMoreThanAskedFor() {
        SearchedIndex news = Lookups.searched(NEWS, true, LookedUp.sought(TEXT));
        String[] many = randomArray(11, 18, String[]::new, () -> randomAlphaOfLength(9));
        assertThat(
                decide(question("news", "1"), LookedUp.found(news, many)).matches().size(),
                equalTo(10));
    }

    public void testMoreIsLookedUpIfTooManyHaveGone() {
        Place place = new Place(NEWS.getUUID(), FIELD);
        String[] ids = new String[20];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = Integer.toString(i);
            if (i >= 9) {
                recent.supersede(place, ids[i], 0, i);
            }
        }
        SearchedIndex news = Lookups.searched(NEWS, true, LookedUp.sought("others are new"));
        assertNull(decide(question("news", null), LookedUp.found(news, ids)));
        assertThat(bulk.documents(), equalTo(List.of()));
        assertThat(
                "there are no others",
                decide(simulated("news", null), LookedUp.found(news, Arrays.copyOf(ids, 19)))
                        .matches().size(),
                equalTo(9));
        assertThat(
                "no more are asked for",
                decide(simulated("news", null), LookedUp.found(news, withOneMore(ids)))
                        .matches().size(),
                equalTo(10));
    }

    private static String[] withOneMore(String[] ids) {
        String[] more = ids.clone();
        more[19] = "one more";
        return more;
    }

    public void testADocumentIsComparedWithThoseBeforeIt() {
        assertThat(ids(decide("news", "1")), equalTo(List.of()));
        assertThat(ids(decide("news", "2")), equalTo(List.of("1")));
        assertThat(decide("news", "3").matches().getFirst().similarity(), equalTo(1f));
        assertThat(bulk.documents().size(), equalTo(3));
    }

    public void testItselfIsNoMatchInItsOwnIndexOnly() {
        decide("news", "1");
        assertThat(ids(decide("news", "1")), equalTo(List.of()));
        assertThat(ids(decide("old", "1")), equalTo(List.of("1")));
    }

    public void testAnIndexNamedByADateExpression() {
        SearchedIndex news = Lookups.searched(NEWS, true, LookedUp.sought(TEXT));
        assertThat(ids(decide(question("<news>", "7"), LookedUp.found(news, "7"))),
                equalTo(List.of()));
        assertThat(ids(decide("<news>", "8")), equalTo(List.of("7")));
    }

    public void testItselfIsNoMatchThatIsFound() {
        SearchedIndex old = Lookups.searched(OLD, true, LookedUp.sought(TEXT));
        assertThat(ids(decide(simulated("news", "7"), LookedUp.found(old, "7"))),
                equalTo(List.of("7")));
        assertThat(ids(decide(simulated("old", "7"), LookedUp.found(old, "7"))),
                equalTo(List.of()));
        // It is written to another index of the alias, which has it then twice.
        assertThat(ids(decide(simulated(ALIAS, "7"), LookedUp.found(old, "7"))),
                equalTo(List.of("7")));
    }

    public void testWhatWasReplacedOrDeletedIsNotFoundAnyMore() {
        SearchedIndex news = Lookups.searched(NEWS, true, LookedUp.sought("others are new"));
        Place place = new Place(NEWS.getUUID(), FIELD);
        recent.supersede(place, "1", 0, 5);
        assertThat(ids(decide(simulated("news", "8"), LookedUp.found(news, "1", "2"))),
                equalTo(List.of("2")));
        // Lookups that began later see that.
        recent.visible(NEWS.getUUID(), 0, 5, lookups);
        assertThat(ids(decide(simulated("news", "9"), LookedUp.found(news, "1", "2"))),
                equalTo(List.of("1", "2")));
    }

    public void testAnOldVersionIsReplacedByTheRecentOne() {
        decide("news", "1");
        SearchedIndex news = Lookups.searched(NEWS, true, LookedUp.sought("a text of its own"));
        assertThat(ids(decide(question("news", "2"), LookedUp.found(news, "1"))),
                equalTo(List.of()));
        SearchedIndex same = Lookups.searched(NEWS, true, LookedUp.sought(TEXT));
        assertThat(
                decide(question("news", "3"), LookedUp.found(same, "1")).matches(),
                equalTo(List.of(new Match("news", "1", 1f))));
    }

    public void testWhoDoesNotSeeAllHearsOfHisOwnOnly() {
        decide(question(TEXT, "news", "mine", OnMatch.TAG, bulk, "me"), true);
        decide(question(TEXT, "news", "yours", OnMatch.TAG, bulk, "you"), true);
        bulk.documents().forEach(letIn -> recent.written(letIn.document(), 0, 5));
        for (boolean seesAll : new boolean[] {false, true}) {
            Question asked = question(TEXT, "news", "new", OnMatch.DROP, null, "me");
            assertThat(
                    ids(decide(asked, seesAll)),
                    equalTo(seesAll ? List.of("mine", "yours") : List.of("mine")));
        }
    }

    /** As of an alias that has a filter: a document that is sent by another one may be hidden in this. */
    public void testWhoDoesNotSeeAllHearsOfThisTargetOnly() {
        Question one = question("news", "1");
        Batch elsewhere = new Batch(
                new Gate(new Target("other alias", FIELD, null)), ++lookups, List.of(one));
        elsewhere.answer(LookedUp.nothing(false, List.of(one.text()), NEWS), null);
        judge.decide(elsewhere, 0);
        for (boolean seesAll : new boolean[] {false, true}) {
            assertThat(
                    ids(decide(simulated("news", "2"), seesAll)),
                    equalTo(seesAll ? List.of("1") : List.of()));
        }
    }

    /** Who may not write it could otherwise keep out what others send. */
    public void testWhatOthersOnlySentCountsForNobody() {
        decide(question(TEXT, "news", "old", OnMatch.TAG, bulk, "me"), true);
        recent.written(bulk.documents().getFirst().document(), 0, 5);
        Question yours = question("another text of words", "news", "old", OnMatch.TAG, bulk, "you");
        decide(yours, true);
        decide(question(TEXT, "news", "yours", OnMatch.TAG, bulk, "you"), true);
        Question asked = question(TEXT, "news", "new", OnMatch.DROP, null, "me");
        assertThat(ids(decide(asked, true)), equalTo(List.of("old")));
        SearchedIndex news = Lookups.searched(NEWS, true, LookedUp.sought(TEXT));
        recent.visible(NEWS.getUUID(), 0, 5, lookups);
        // It is still known, as older lookups may be undecided.
        assertThat(ids(decide(asked, LookedUp.found(news, "old"))), equalTo(List.of("old")));
    }

    public void testWhatIsNotLetInIsNotRemembered() {
        decide("news", "1");
        for (OnMatch refuses : List.of(OnMatch.DROP, OnMatch.FAIL)) {
            Question refused = question(TEXT, "news", "2", refuses, bulk, "me");
            assertThat(ids(decide(refused, true)), equalTo(List.of("1")));
        }
        assertThat(ids(decide("news", "3")), equalTo(List.of("1")));
        Question first =
                question("that is no near duplicate", "news", "4", OnMatch.DROP, bulk, "me");
        decide(first, true);
        assertThat(bulk.documents().size(), equalTo(3));
    }

    public void testWhatIsReroutedIsRememberedWhereItGoes() {
        decide("news", "1");
        decide(question(TEXT, "news", "2", OnMatch.REROUTE, bulk, "me"), true);
        assertThat(
                bulk.documents().stream().map(letIn -> letIn.document().place().index()).toList(),
                equalTo(List.of(NEWS.getUUID(), OLD.getUUID())));
        assertThat(
                decide("news", "3").matches(),
                equalTo(List.of(new Match("news", "1", 1f), new Match("old", "2", 1f))));
    }

    public void testAnAliasWritesToOneIndex() {
        decide(ALIAS, "1");
        assertThat(bulk.documents().getFirst().document().place(),
                equalTo(new Place(NEWS.getUUID(), FIELD)));
    }

    /** As when a pipeline is simulated. */
    public void testNothingIsRememberedWithoutABulkRequest() {
        assertNull(decide(simulated("news", null), true).givenId());
        assertThat(recent.size().count(), equalTo(0));
    }

    public void testAnIndexWhereNothingIsLookedUp() {
        for (String index : List.of("unheard", "metrics")) {
            assertNull(decide(index, null).givenId());
        }
        assertThat(recent.size().count(), equalTo(0));
    }

    public void testATimeSeriesGivesItsOwnIdentifiers() {
        LookupResponse answer = LookedUp.nothing(
                true, List.of(question("metrics", null).text()), METRICS);
        assertNull(decide(question("metrics", null), answer).givenId());
        assertThat(recent.size().count(), equalTo(0));
    }

    public void testAnIdentifierIsGivenToWhatHasNone() {
        String one = decide("news", null).givenId();
        String two = decide("news", null).givenId();
        assertThat(one, not(equalTo(two)));
        assertThat(
                bulk.documents().stream().map(letIn -> letIn.document().id()).toList(),
                equalTo(List.of(one, two)));
        assertNull(decide("news", "3").givenId());
    }

    public void testWithoutWords() {
        Question empty = question(WITHOUT_WORDS, "news", null, OnMatch.TAG, bulk, "me");
        assertThat(decide(empty, true), equalTo(Verdict.NOTHING));
        assertThat(recent.size().count(), equalTo(0));
        assertTrue("its updates matter", judge.watchesAny());
    }

    public void testNoMemoryToRememberADocument() {
        long free = ByteSizeValue.ofMb(1).getBytes();
        breaker.addWithoutBreaking(free);
        Verdict verdict = decide("news", null);
        breaker.addWithoutBreaking(-free);
        assertThat(verdict, equalTo(Verdict.NOTHING));
        assertThat(recent.size(), equalTo(new RecentDocuments.Size(0, 0, 1)));
        assertThat(bulk.documents(), equalTo(List.of()));
    }

    public void testWatchedFields() {
        assertFalse(judge.watchesAny());
        decide("news", "1");
        assertThat(judge.watchedFields(NEWS.getUUID()), equalTo(Set.of(FIELD)));
        assertThat(judge.watchedFields(OLD.getUUID()), equalTo(Set.of(FIELD)));
        assertThat(judge.watchedFields(METRICS.getUUID()), equalTo(Set.of()));
        judge.forgetIndex(NEWS.getUUID());
        assertThat(judge.watchedFields(NEWS.getUUID()), equalTo(Set.of()));
        assertThat(recent.size().count(), equalTo(0));
    }

    public void testAnIndexThatTheDocumentCreates() {
        Batch batch = batch(question("news", "1"));
        batch.answer(null, new IndexNotFoundException("news"));
        assertFalse("another one is looked up too",
                Judge.isEmptyIndex(batch, question("news", "1")));
        assertTrue(Judge.isEmptyIndex(batch, question(LookedUp.TARGET.index(), "1")));
        batch.answer(null, new IllegalStateException("broken"));
        assertFalse(Judge.isEmptyIndex(batch, question(LookedUp.TARGET.index(), "1")));
    }

    private Question question(
            String text, String index, String id, OnMatch onMatch, BulkTicket ticket,
            String sender) {
        return LookedUp.question(
                text, index, id, onMatch, ticket, sender, context, ActionListener.noop());
    }

    private Question question(String index, String id) {
        return question(TEXT, index, id, OnMatch.TAG, bulk, "me");
    }

    /** Returns one that is not remembered. */
    private Question simulated(String index, String id) {
        return question(TEXT, index, id, OnMatch.TAG, null, "me");
    }

    private Verdict decide(String index, String id) {
        return decide(question(index, id), true);
    }

    private Verdict decide(Question question, boolean seesAll) {
        return decide(
                question, LookedUp.nothing(seesAll, List.of(question.text()), NEWS, OLD));
    }

    private Verdict decide(Question question, LookupResponse answer) {
        Batch batch = batch(question);
        batch.answer(answer, null);
        return judge.decide(batch, 0);
    }

    private Batch batch(Question question) {
        return new Batch(new Gate(LookedUp.TARGET), ++lookups, List.of(question));
    }

    private static List<String> ids(Verdict verdict) {
        return verdict.matches().stream().map(Match::id).toList();
    }
}
