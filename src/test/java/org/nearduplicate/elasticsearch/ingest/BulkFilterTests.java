package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.sameInstance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.update.UpdateRequest;
import org.junit.Before;
import org.nearduplicate.elasticsearch.lookup.Match;

/** Each bulk request has a queue of its own, and its sender gets one response. */
public class BulkFilterTests extends LookupQueueTestCase {

    private static final BulkResponse RESPONSE = new BulkResponse(new BulkItemResponse[0], 1);
    private static final Exception FAILURE = new IllegalStateException("of the bulk request");

    private final BulkFilter filter = new BulkFilter(() -> lookups);
    private final List<Object> received = new ArrayList<>();

    @Before
    public void startFilter() {
        start(1, 10, 10);
    }

    public void testResponseAndFailureAreHandedOn() {
        apply(listener -> listener.onResponse(RESPONSE));
        apply(listener -> listener.onFailure(FAILURE));
        assertThat(received, equalTo(List.of(RESPONSE, FAILURE)));
    }

    /** Another request may be sent in the context of the first. */
    public void testEachRequestHasItsOwnQueue() {
        List<LookupQueue> queues = new ArrayList<>();
        apply(listener -> {
            queues.add(filter.queue());
            apply(inner -> queues.add(filter.queue()));
            queues.add(filter.queue());
        });
        assertThat(queues.get(0), sameInstance(queues.get(2)));
        assertTrue(queues.get(0) != queues.get(1));
        assertNull(filter.queue());
    }

    public void testUpdatesSayWhatTheyInsert() {
        BulkRequest request = new BulkRequest()
                .add(new UpdateRequest("news", "1").doc(Map.of()).docAsUpsert(true))
                .add(new UpdateRequest("news", "2").doc(Map.of()).upsert(Map.of()))
                .add(new UpdateRequest("news", "3").doc(Map.of()));
        apply(request, listener -> {});
        for (DocWriteRequest<?> update : request.requests().subList(0, 2)) {
            IndexRequest inserted = TransportBulkAction.getIndexWriteRequest(update);
            assertThat(inserted.index(), equalTo("news"));
            assertThat(inserted.id(), equalTo(update.id()));
        }
    }

    /** Those that look alike too, and those whose documents go nowhere near. */
    public void testADocumentIsKnownByTheNameOfItsIndex() {
        BulkRequest request = new BulkRequest()
                .add(new IndexRequest("news")).add(new DeleteRequest("news", "1"))
                .add(new IndexRequest("news")).add(new IndexRequest("news").id("1"))
                .add(new UpdateRequest("news", "1").doc(Map.of()).docAsUpsert(true));
        apply(request, listener -> {});
        BulkDocuments documents = new BulkDocuments(request.requests());
        for (int number : List.of(4, 0, 3, 2, 0)) {
            IndexRequest document =
                    TransportBulkAction.getIndexWriteRequest(request.requests().get(number));
            assertThat(documents.arrive(document.index(), randomFrom("1", "2")), equalTo(number));
        }
        assertThat(documents.arrive("elsewhere", null), equalTo(Match.UNKNOWN));
        assertThat("several", documents.arrive("elsewhere", "1"), equalTo(Match.UNKNOWN));
        documents.admit(
                LookedUp.searched(LookedUp.sought("text")), LookedUp.name("news", "3"), 2, 0);
        assertThat("of this name is one alone", documents.arrive("elsewhere", "3"), equalTo(2));
    }

    private void apply(Consumer<ActionListener<BulkResponse>> bulk) {
        apply(new BulkRequest(), bulk);
    }

    private void apply(BulkRequest request, Consumer<ActionListener<BulkResponse>> bulk) {
        filter.<BulkRequest, BulkResponse>apply(
                null, TransportBulkAction.NAME, request,
                ActionListener.wrap(received::add, received::add),
                (task, action, sent, listener) -> bulk.accept(listener));
    }
}
