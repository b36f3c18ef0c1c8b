package org.nearduplicate.elasticsearch.ingest;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.sameInstance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.recent.RecentDocuments;
import org.nearduplicate.recent.RecentLimit;

/** Who sent a bulk request hears its answer once, whatever goes wrong beside it. */
public class BulkFilterTests extends ESTestCase {

    private static final BulkResponse RESPONSE = new BulkResponse(new BulkItemResponse[0], 1);
    private static final Exception FAILURE = new IllegalStateException("of the bulk request");

    private final List<Object> heard = new ArrayList<>();
    private RuntimeException thrown;

    public void testAnAnswer() {
        apply(sound(), listener -> listener.onResponse(RESPONSE));
        assertHeard(RESPONSE);
    }

    public void testWhoHearsTheAnswerThrows() {
        thrown = new IllegalStateException("of who hears");
        assertThat(
                expectThrows(
                        IllegalStateException.class,
                        () -> apply(sound(), listener -> listener.onResponse(RESPONSE))),
                sameInstance(thrown));
        assertHeard(RESPONSE);
    }

    public void testAnErrorInWhatIsRemembered() {
        apply(unsound(), listener -> listener.onResponse(RESPONSE));
        assertHeard(RESPONSE);
    }

    public void testAnErrorInWhatIsForgotten() {
        apply(unsound(), listener -> listener.onFailure(FAILURE));
        assertHeard(FAILURE);
    }

    public void testUpdatesThatMayChangeADocument() {
        BulkRequest request = new BulkRequest()
                .add(new UpdateRequest("news", "1").doc(Map.of()).docAsUpsert(true))
                .add(new UpdateRequest("news", "2").doc(Map.of()).upsert(Map.of()))
                .add(new UpdateRequest("news", "3").doc(Map.of()))
                .add(new IndexRequest("news").id("4"));
        BulkFilter filter = new BulkFilter();
        filter.start(new ThreadContext(Settings.EMPTY), sound());
        List<BulkTicket> tickets = new ArrayList<>();
        filter.<BulkRequest, BulkResponse>apply(
                null, TransportBulkAction.NAME, request, ActionListener.noop(),
                (task, action, sent, listener) -> tickets.add(filter.bulk()));
        assertThat(
                Stream.of("1", "2", "3", "4").filter(tickets.getFirst()::isPerhapsChanged).toList(),
                equalTo(List.of("2", "3")));
        for (DocWriteRequest<?> update : request.requests().subList(0, 2)) {
            IndexRequest inserted = TransportBulkAction.getIndexWriteRequest(update);
            assertThat(inserted.index(), equalTo("news"));
            assertThat(inserted.id(), equalTo(update.id()));
        }
    }

    private void assertHeard(Object expected) {
        assertThat(heard, equalTo(List.of(expected)));
    }

    private static WrittenDocuments sound() {
        RecentDocuments recent = new RecentDocuments(new RecentLimit(1, 1), bytes -> {});
        return new WrittenDocuments(recent, new Judge(recent), null);
    }

    /** Returns what throws at every answer. */
    private static WrittenDocuments unsound() {
        return new WrittenDocuments(null, null, null);
    }

    private void apply(WrittenDocuments written, Consumer<ActionListener<BulkResponse>> bulk) {
        BulkFilter filter = new BulkFilter();
        filter.start(new ThreadContext(Settings.EMPTY), written);
        filter.<BulkRequest, BulkResponse>apply(
                null, TransportBulkAction.NAME, new BulkRequest(),
                new ActionListener<>() {

                    @Override
                    public void onResponse(BulkResponse response) {
                        hear(response);
                    }

                    @Override
                    public void onFailure(Exception failure) {
                        hear(failure);
                    }
                },
                (task, action, request, listener) -> bulk.accept(listener));
    }

    private void hear(Object answer) {
        heard.add(answer);
        if (thrown != null) {
            throw thrown;
        }
    }
}
