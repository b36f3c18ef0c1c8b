package org.nearduplicate.elasticsearch.ingest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.index.seqno.SequenceNumbers;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.recent.Place;
import org.nearduplicate.recent.RecentDocument;
import org.nearduplicate.recent.RecentDocuments;

/**
 * Takes note of what bulk requests wrote: those of their documents that were let in and written stay until a search sees
 * them, those that were refused are forgotten, and what was replaced or deleted is not any more what a search sees. Safe
 * for use by several threads.
 */
final class WrittenDocuments {

    private final RecentDocuments recent;
    private final Judge judge;
    private final RefreshWatch watch;

    /**
     * @param judge knows which indices matter
     * @param watch waits until a search sees what was written
     */
    WrittenDocuments(RecentDocuments recent, Judge judge, RefreshWatch watch) {
        this.recent = recent;
        this.judge = judge;
        this.watch = watch;
    }

    /** Tells what tells an index from others, and a document in it. */
    private record Name(String index, String id) {}

    /**
     * Takes note of an answer.
     *
     * @param ticket the bulk request
     * @param items what became of its items
     */
    void answered(BulkTicket ticket, BulkItemResponse[] items) {
        List<RecentDocument> letIn = ticket.documents();
        if (letIn.isEmpty() && judge.watchesAny() == false) {
            return;
        }
        Map<Name, List<RecentDocument>> byName =
                letIn.stream().collect(Collectors.groupingBy(WrittenDocuments::name));
        Map<ShardId, Long> awaited = new HashMap<>();
        for (BulkItemResponse item : items) {
            DocWriteResponse response = item.getResponse();
            if (response != null && response.getSeqNo() != SequenceNumbers.UNASSIGNED_SEQ_NO
                    && note(response, byName)) {
                awaited.merge(response.getShardId(), response.getSeqNo(), Math::max);
            }
        }
        recent.forget(letIn.stream().filter(document -> document.isWritten() == false).toList());
        awaited.forEach(watch::await);
    }

    /** Returns whether there is something to remember. */
    private boolean note(
            DocWriteResponse response, Map<Name, List<RecentDocument>> byName) {
        ShardId shard = response.getShardId();
        String index = shard.getIndex().getUUID();
        List<RecentDocument> letIn = byName.get(new Name(index, response.getId()));
        boolean replaces = response.getResult() == DocWriteResponse.Result.UPDATED;
        boolean isSuperseding = response.getResult() == DocWriteResponse.Result.DELETED
                || letIn == null && replaces;
        if (letIn != null) {
            letIn.forEach(
                    document -> recent.written(
                            document, shard.id(), response.getSeqNo(), replaces));
        }
        if (isSuperseding) {
            supersede(index, response);
        }
        return letIn != null || isSuperseding;
    }

    private void supersede(String index, DocWriteResponse response) {
        for (String field : judge.watchedFields(index)) {
            try {
                recent.supersede(
                        new Place(index, field), response.getId(), response.getShardId().id(),
                        response.getSeqNo());
            } catch (CircuitBreakingException e) {
                // It is counted as one that went too early.
                return;
            }
        }
    }

    private static Name name(RecentDocument document) {
        return new Name(document.place().index(), document.id());
    }
}
