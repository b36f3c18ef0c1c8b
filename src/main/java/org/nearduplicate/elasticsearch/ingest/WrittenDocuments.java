package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
        writes(items).forEach((name, responses) -> {
            DocWriteResponse last = responses.getLast();
            if (note(responses, byName.getOrDefault(name, List.of()))) {
                awaited.merge(last.getShardId(), last.getSeqNo(), Math::max);
            }
        });
        recent.forget(letIn.stream().filter(document -> document.isWritten() == false).toList());
        awaited.forEach(watch::await);
    }

    /** Returns the writes that succeeded, of each document in their order. */
    private static Map<Name, List<DocWriteResponse>> writes(BulkItemResponse[] items) {
        Map<Name, List<DocWriteResponse>> writes = new LinkedHashMap<>();
        for (BulkItemResponse item : items) {
            DocWriteResponse response = item.getResponse();
            if (response != null && response.getSeqNo() != SequenceNumbers.UNASSIGNED_SEQ_NO) {
                String index = response.getShardId().getIndex().getUUID();
                writes.computeIfAbsent(
                        new Name(index, response.getId()), name -> new ArrayList<>(1))
                        .add(response);
            }
        }
        return writes;
    }

    /**
     * Takes note of the writes of one document. Where there were more or fewer than it was let in, some of them by other
     * ways or refused, it is not known which of its texts is there now.
     *
     * @return whether there is something to remember
     */
    private boolean note(List<DocWriteResponse> responses, List<RecentDocument> letIn) {
        DocWriteResponse last = responses.getLast();
        boolean replaces = responses.stream()
                .anyMatch(response -> response.getResult() == DocWriteResponse.Result.UPDATED);
        if (last.getResult() != DocWriteResponse.Result.DELETED
                && letIn.size() == responses.size()) {
            recent.written(
                    letIn.getLast(), last.getShardId().id(), last.getSeqNo(), replaces);
            return true;
        }
        boolean isSuperseding = letIn.isEmpty() == false || replaces
                || last.getResult() == DocWriteResponse.Result.DELETED;
        if (isSuperseding) {
            supersede(last.getShardId().getIndex().getUUID(), last);
        }
        return isSuperseding;
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
