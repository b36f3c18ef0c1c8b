package org.nearduplicate.elasticsearch.groups;

import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.version.Requests;
import org.nearduplicate.job.JobMonitor;

/** The sizes of batches, and what happens when a batch is not written as it should be. */
public class BulkWriterTests extends DestinationTestCase {

    private static final int RETRIES = 3;

    public void testBatchesAreBounded() {
        InterceptingClient client = new InterceptingClient(client());
        List<Long> progress = new ArrayList<>();
        Destination destination = Destination.open(
                client, DEST, List.of(), META, JobMonitor.NONE, progress::add);
        writeGroups(destination, groups(3, 10_000));
        writeGroups(destination, groups("other", 2_500, 2));
        destination.complete(COUNTS);
        List<BulkRequest> batches = client.requests(BulkRequest.class);
        assertThat(
                batches.stream().map(BulkRequest::estimatedSizeInBytes).toList(),
                everyItem(lessThanOrEqualTo(BulkWriter.MAX_BYTES)));
        assertThat(
                batches.stream().map(BulkRequest::numberOfActions).toList(),
                everyItem(lessThanOrEqualTo(BulkWriter.MAX_DOCUMENTS)));
        assertThat(
                "both bounds were met, and no batch is smaller than it must be",
                batches, hasSize(5));
        assertThat(
                batches.stream().mapToInt(BulkRequest::numberOfActions).sum(),
                equalTo(3 * 10 + 2_500));
        assertThat(visible(), hasSize(3 * 10 + 2_500));
        long sum = 0;
        for (int i = 0; i < batches.size(); i++) {
            sum += batches.get(i).numberOfActions();
            assertThat("documents, not groups", progress.get(i), equalTo(sum));
        }
        assertThat(progress, hasSize(batches.size()));
    }

    public void testADocumentThatIsLargerIsABatchOfItsOwn() {
        InterceptingClient client = new InterceptingClient(client());
        createIndex(DEST, indicesAdmin().prepareCreate(DEST).setMapping("{\"enabled\":false}"));
        BulkWriter writer = writer(client);
        writer.add(document("1", "small"));
        writer.add(document("2", "x".repeat((int) BulkWriter.MAX_BYTES)));
        writer.add(document("3", "small"));
        writer.flush();
        writer.flush();
        assertThat(
                client.requests(BulkRequest.class).stream()
                        .map(BulkRequest::numberOfActions)
                        .toList(),
                equalTo(List.of(1, 1, 1)));
    }

    public void testWhatIsRejectedIsTriedAgain() {
        InterceptingClient client = rejecting(RETRIES);
        createIndex(DEST, Settings.EMPTY);
        BulkWriter writer = writer(client);
        for (int i = 0; i < 10; i++) {
            writer.add(document(Integer.toString(i), "text"));
        }
        writer.flush();
        indicesAdmin().prepareRefresh(DEST).get();
        assertThat(visible(), hasSize(10));
        assertThat(client.requests(BulkRequest.class), hasSize(RETRIES + 1));
        assertThat(
                "only what was rejected",
                client.requests(BulkRequest.class).getLast().requests(), hasSize(5));
    }

    public void testWhatIsAlwaysRejectedIsAnError() {
        InterceptingClient client = rejecting(RETRIES + 1);
        createIndex(DEST, Settings.EMPTY);
        BulkWriter writer = writer(client);
        writer.add(document("1", "text"));
        assertFails(
                RestStatus.TOO_MANY_REQUESTS,
                "[dest] [duplicates] refused [1] of [1] documents, first [1]: full",
                writer::flush);
    }

    public void testABlockedIndexIsAnError() {
        Destination destination = open();
        writeGroups(destination, groups(3, 2));
        block(destination, true);
        assertFails(
                RestStatus.FORBIDDEN,
                "[dest] [duplicates] refused [3] of [3] documents, first ["
                        + id("g0") + "]: index [" + destination.index().index() + "] blocked by",
                () -> destination.complete(COUNTS));
        destination.abandon();
        assertThat(indices(), empty());
    }

    public void testADocumentThatTheMappingRefusesIsAnError() {
        RunIndex index = open().index();
        InterceptingClient client = new InterceptingClient(client());
        BulkWriter writer = writer(client);
        writer.add(index.pair(1, pair("a", "b")));
        writer.add(document("2", "text").index(index.index()));
        assertFails(
                RestStatus.BAD_REQUEST,
                "[dest] [duplicates] refused [1] of [2] documents, first [2]: ",
                writer::flush);
        assertThat("nothing is left to write", client.requests(BulkRequest.class), hasSize(1));
        writer.flush();
        assertThat(client.requests(BulkRequest.class), hasSize(1));
    }

    private void block(Destination destination, boolean block) {
        indicesAdmin().prepareUpdateSettings(destination.index().index())
                .setSettings(Settings.builder().put("index.blocks.write", block))
                .get();
    }

    private static BulkWriter writer(Client client) {
        return new BulkWriter(
                new DestinationCalls(client, DEST, JobMonitor.NONE),
                written -> {},
                Requests.retry(TimeValue.timeValueMillis(1), RETRIES, client.threadPool()));
    }

    private static IndexRequest document(String id, String text) {
        return new IndexRequest(DEST).id(id).source(Map.of("text", text));
    }

    /** Rejects half of a batch some times: the second half, or the only document. */
    @SuppressWarnings("unchecked")
    private InterceptingClient rejecting(int times) {
        AtomicInteger left = new AtomicInteger(times);
        return new InterceptingClient(client(), (request, listener) -> {
            if (request instanceof BulkRequest bulk && left.getAndDecrement() > 0) {
                int half = bulk.numberOfActions() == 10 ? 5 : 0;
                BulkRequest accepted = new BulkRequest();
                accepted.add(bulk.requests().subList(0, half));
                List<BulkItemResponse> items = new ArrayList<>();
                if (half > 0) {
                    items.addAll(List.of(client().bulk(accepted).actionGet().getItems()));
                }
                bulk.requests().stream().skip(half).map(BulkWriterTests::rejection)
                        .forEach(items::add);
                ((ActionListener<BulkResponse>) listener).onResponse(
                        new BulkResponse(items.toArray(new BulkItemResponse[0]), 1));
                return false;
            }
            return true;
        });
    }

    private static BulkItemResponse rejection(DocWriteRequest<?> item) {
        return BulkItemResponse.failure(
                0, item.opType(),
                new BulkItemResponse.Failure(
                        DEST, item.id(), new EsRejectedExecutionException("full")));
    }
}
