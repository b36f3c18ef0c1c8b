package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.ingest.BulkDocuments.Refused;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.Match.Name;

/**
 * The response of a bulk request. A document that was dropped or refused as a near duplicate of another one is an error
 * if the request did not write the other one, or changed it before. A processor cannot know that. Not thread-safe.
 */
final class BulkAnswer {

    private final BulkItemResponse[] items;

    /** The items that changed a document, in their order. */
    private final Map<Name, List<Integer>> changes = new HashMap<>();

    private BulkAnswer(BulkItemResponse[] items) {
        this.items = items;
        for (int number = 0; number < items.length; number++) {
            // An update that changes nothing leaves the document as it was. A document that was dropped has no shard.
            if (items[number].isFailed() == false
                    && items[number].getResponse()
                            .getResult() != DocWriteResponse.Result.NOT_FOUND) {
                DocWriteResponse response = items[number].getResponse();
                changes.computeIfAbsent(
                        new Name(response.getShardId(), response.getId()),
                        none -> new ArrayList<>(1)).add(number);
            }
        }
    }

    /**
     * Replaces the items of documents that would be lost: they were refused as near duplicates of documents that are not
     * there.
     */
    static void mend(BulkItemResponse[] items, List<Refused> refused) {
        if (refused.isEmpty() == false) {
            new BulkAnswer(items).mend(refused);
        }
    }

    private void mend(List<Refused> refused) {
        for (Refused document : refused) {
            if (isThere(document) == false) {
                boolean isKnown = document.item() != Match.UNKNOWN;
                // If the item is not known, it may be any that was refused.
                int last = isKnown ? document.item() : items.length - 1;
                for (int i = isKnown ? last : 0; i <= last; i++) {
                    if (isRefused(items[i])) {
                        items[i] = error(items[i], document);
                    }
                }
            }
        }
    }

    /** Returns whether the document of an item was dropped, or perhaps refused as a near duplicate. */
    private static boolean isRefused(BulkItemResponse item) {
        return item.isFailed()
                ? item.getFailure().getStatus() == RestStatus.CONFLICT
                : item.getResponse().getResult() == DocWriteResponse.Result.NOOP;
    }

    /** Returns whether the other document, as a near duplicate of which this one was refused, is still as it was found. */
    private boolean isThere(Refused document) {
        Match of = document.of();
        int last = lastChange(of.document(), document.item());
        if (of.item() == Match.STORED) {
            return last == Match.UNKNOWN;
        }
        if (of.item() == Match.UNKNOWN || document.item() == Match.UNKNOWN) {
            return last != Match.UNKNOWN
                    && items[last].getResponse().getResult() != DocWriteResponse.Result.DELETED;
        }
        return last == of.item();
    }

    private int lastChange(Name name, int before) {
        return changes.getOrDefault(name, List.of()).stream()
                .filter(change -> before == Match.UNKNOWN || change < before)
                .reduce(Match.UNKNOWN, (earlier, later) -> later);
    }

    private static BulkItemResponse error(BulkItemResponse item, Refused document) {
        Name of = document.of().document();
        return BulkItemResponse.failure(
                item.getItemId(),
                item.getOpType(),
                new BulkItemResponse.Failure(
                        item.getIndex(),
                        item.getId(),
                        new ElasticsearchStatusException(
                                "was not indexed as a near duplicate of [{}] in [{}], which this request {}: send it"
                                        + " again",
                                RestStatus.SERVICE_UNAVAILABLE, of.id(), of.index(),
                                document.of().item() == Match.STORED
                                        ? "changed"
                                        : "did not write")));
    }
}
