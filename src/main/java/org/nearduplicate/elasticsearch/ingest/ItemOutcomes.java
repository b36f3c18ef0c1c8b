package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.update.UpdateResponse;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.seqno.SequenceNumbers;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.elasticsearch.ingest.BulkTicket.LetIn;
import org.nearduplicate.recent.RecentDocument;

/**
 * What became of the items of a bulk request that are about one document, of which at least one was written. Belongs to
 * one thread.
 */
final class ItemOutcomes {

    /** In the order of the items; null for one that was refused, or found nothing to change. */
    private final List<DocWriteResponse> outcomes;
    private final List<DocWriteResponse> writes;

    private ItemOutcomes(List<DocWriteResponse> outcomes) {
        this.outcomes = outcomes;
        this.writes = outcomes.stream().filter(response -> response != null).toList();
    }

    private record Name(Index index, String id) {}

    /**
     * Returns the outcomes of each document that was written, replaced or deleted.
     *
     * @param matters which indices matter: of all others next to nothing is done
     */
    static Collection<ItemOutcomes> of(BulkItemResponse[] items, Predicate<Index> matters) {
        List<BulkItemResponse> writes = new ArrayList<>();
        for (BulkItemResponse item : items) {
            if (isWrite(item) && matters.test(item.getResponse().getShardId().getIndex())) {
                writes.add(item);
            }
        }
        return writes.isEmpty() ? List.of() : of(items, writes);
    }

    private static Collection<ItemOutcomes> of(
            BulkItemResponse[] items, List<BulkItemResponse> writes) {
        Map<String, List<BulkItemResponse>> byId = new HashMap<>();
        for (BulkItemResponse write : writes) {
            byId.computeIfAbsent(write.getId(), id -> new ArrayList<>(1));
        }
        for (BulkItemResponse item : items) {
            List<BulkItemResponse> ofId = byId.get(item.getId());
            if (ofId != null) {
                ofId.add(item);
            }
        }
        Map<Name, ItemOutcomes> found = new LinkedHashMap<>();
        for (BulkItemResponse write : writes) {
            Index index = write.getResponse().getShardId().getIndex();
            found.computeIfAbsent(
                    new Name(index, write.getId()),
                    name -> new ItemOutcomes(outcomes(index, byId.get(name.id))));
        }
        return found.values();
    }

    /** Where an item was refused, its index may be known by another name: so it counts for all indices. */
    private static List<DocWriteResponse> outcomes(Index index, List<BulkItemResponse> ofId) {
        List<DocWriteResponse> outcomes = new ArrayList<>(1);
        for (BulkItemResponse item : ofId) {
            if (isRefused(item)) {
                outcomes.add(null);
            } else if (hasNumber(item)
                    && item.getResponse().getShardId().getIndex().equals(index)) {
                outcomes.add(isWrite(item) ? item.getResponse() : null);
            }
        }
        return outcomes;
    }

    /** An update that changes nothing tells the number of the write before it. */
    private static boolean isWrite(BulkItemResponse item) {
        return hasNumber(item) && item.getResponse().getResult() != DocWriteResponse.Result.NOOP;
    }

    private static boolean isRefused(BulkItemResponse item) {
        return item.isFailed() && item.getOpType() != DocWriteRequest.OpType.DELETE;
    }

    private static boolean hasNumber(BulkItemResponse item) {
        return item.isFailed() == false
                && item.getResponse().getSeqNo() != SequenceNumbers.UNASSIGNED_SEQ_NO;
    }

    String id() {
        return writes.getLast().getId();
    }

    /** Returns the shard that wrote it. */
    ShardId shard() {
        return writes.getLast().getShardId();
    }

    /** Returns the sequence number of the last write. */
    long sequenceNumber() {
        return writes.getLast().getSeqNo();
    }

    /** Returns whether the document is gone. */
    boolean isDeleted() {
        return writes.getLast().getResult() == DocWriteResponse.Result.DELETED;
    }

    /** Returns whether there was a document before. */
    boolean replaces() {
        return writes.stream()
                .anyMatch(write -> write.getResult() == DocWriteResponse.Result.UPDATED);
    }

    /** Returns whether an update of a document that was there before was the last. */
    boolean isUpdate() {
        return writes.getLast() instanceof UpdateResponse
                && writes.getLast().getResult() != DocWriteResponse.Result.CREATED;
    }

    /**
     * Returns which of the documents that were let in is there now, if all writes were as these.
     *
     * @param letIn in the order in which they were let in
     * @return the document, or null if it is none of them, or not known which: some were written by other ways
     */
    RecentDocument written(List<LetIn> letIn) {
        int times = letIn.stream().mapToInt(LetIn::times).sum();
        if (letIn.isEmpty() || isDeleted() || times < writes.size()) {
            return null;
        }
        if (letIn.size() == 1 || times == writes.size()) {
            return letIn.getLast().document();
        }
        return times == outcomes.size() ? atPlace(letIn, lastWrite()) : null;
    }

    private int lastWrite() {
        return outcomes.lastIndexOf(writes.getLast());
    }

    private static RecentDocument atPlace(List<LetIn> letIn, int place) {
        int next = 0;
        for (LetIn document : letIn) {
            next += document.times();
            if (place < next) {
                return document.document();
            }
        }
        throw new AssertionError(place);
    }
}
