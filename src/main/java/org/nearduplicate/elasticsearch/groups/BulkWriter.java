package org.nearduplicate.elasticsearch.groups;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.Retry;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.nearduplicate.elasticsearch.version.Requests;

/**
 * Writes to a destination in batches, one at a time. What a busy node rejects is tried again, for about
 * a minute. Not thread-safe.
 */
final class BulkWriter {

    /** The documents of a batch at most. */
    static final int MAX_DOCUMENTS = 1_000;

    /**
     * The bytes of a batch at most, as {@link BulkRequest#estimatedSizeInBytes()} has them. A document
     * that is larger is a batch of its own.
     */
    static final long MAX_BYTES = 1 << 20;

    /** What a request takes beside its source, as {@link BulkRequest} estimates it. */
    private static final int OVERHEAD = 50;

    /** As a reindex has it: half a second at first, a minute in all. */
    private static final TimeValue FIRST_DELAY = TimeValue.timeValueMillis(500);

    private static final int ATTEMPTS = 11;

    private final DestinationCalls calls;
    private final LongConsumer progress;
    private final Retry retry;
    private BulkRequest batch = new BulkRequest();
    private long written;

    /** @param progress receives how many documents are written so far, after every batch */
    BulkWriter(DestinationCalls calls, LongConsumer progress) {
        this(calls, progress, Requests.retry(FIRST_DELAY, ATTEMPTS, calls.client().threadPool()));
    }

    BulkWriter(DestinationCalls calls, LongConsumer progress, Retry retry) {
        this.calls = calls;
        this.progress = progress;
        this.retry = retry;
    }

    /** Adds a document to the batch, and writes the batch first if that would be too much. */
    void add(IndexRequest request) {
        long bytes = request.source().length() + OVERHEAD;
        if (batch.numberOfActions() == MAX_DOCUMENTS
                || batch.estimatedSizeInBytes() + bytes > MAX_BYTES) {
            flush();
        }
        batch.add(request);
    }

    /**
     * Writes the batch.
     *
     * @throws ElasticsearchStatusException if a document could not be written; names the first. A conflict if the index is gone
     * @throws RuntimeException what the call failed with
     */
    void flush() {
        if (batch.numberOfActions() > 0) {
            BulkRequest full = batch;
            batch = new BulkRequest();
            write(full);
            count(full.numberOfActions());
        }
    }

    /** Returns how many documents are written. */
    long written() {
        return written;
    }

    /** Counts documents that are written, here or where a work unit of the run was done. */
    void count(long more) {
        written += more;
        progress.accept(written);
    }

    private void write(BulkRequest request) {
        BulkResponse response =
                calls.await(
                        listener -> retry.withBackoff(calls.client()::bulk, request, listener));
        List<BulkItemResponse> failures =
                Arrays.stream(response.getItems()).filter(BulkItemResponse::isFailed).toList();
        if (failures.isEmpty() == false) {
            BulkItemResponse.Failure first = failures.getFirst().getFailure();
            if (ExceptionsHelper.unwrap(first.getCause(), IndexNotFoundException.class) != null) {
                throw DestinationCalls.conflict(calls.dest(), first.getCause());
            }
            throw new ElasticsearchStatusException(
                    "[dest] [{}] refused [{}] of [{}] documents, first [{}]: {}",
                    first.getStatus(), first.getCause(), calls.dest(), failures.size(),
                    response.getItems().length, first.getId(),
                    ExceptionsHelper.unwrapCause(first.getCause()).getMessage());
        }
    }
}
