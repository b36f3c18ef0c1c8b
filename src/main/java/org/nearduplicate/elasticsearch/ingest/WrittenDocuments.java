package org.nearduplicate.elasticsearch.ingest;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.elasticsearch.ingest.BulkTicket.LetIn;
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

    /** A document of an index. */
    private record Name(String index, String id) {}

    /**
     * Takes note of an answer.
     *
     * @param ticket the bulk request
     * @param items what became of its items
     */
    void answered(BulkTicket ticket, BulkItemResponse[] items) {
        List<LetIn> letIn = ticket.documents();
        if (letIn.isEmpty() && judge.watchesAny() == false) {
            return;
        }
        Map<Name, Map<String, List<LetIn>>> byField = letIn.stream()
                .collect(
                        Collectors.groupingBy(
                                document -> name(document.document()),
                                Collectors.groupingBy(
                                        document -> document.document().place().field())));
        Set<String> indices = byField.keySet().stream().map(Name::index)
                .collect(Collectors.toSet());
        Map<ShardId, Long> awaited = new HashMap<>();
        Predicate<Index> matters = index -> indices.contains(index.getUUID())
                || judge.watchedFields(index.getUUID()).isEmpty() == false;
        ItemOutcomes.of(items, matters).forEach(outcomes -> {
            ShardId shard = outcomes.shard();
            Name name = new Name(shard.getIndex().getUUID(), outcomes.id());
            Map<String, List<LetIn>> ofDocument = byField.getOrDefault(name, Map.of());
            Set<String> fields = new HashSet<>(judge.watchedFields(name.index));
            fields.addAll(ofDocument.keySet());
            for (String field : fields) {
                if (note(
                        ticket, outcomes, new Place(name.index, field),
                        ofDocument.getOrDefault(field, List.of()))) {
                    awaited.merge(shard, outcomes.sequenceNumber(), Math::max);
                }
            }
        });
        recent.forget(
                letIn.stream()
                        .map(LetIn::document)
                        .filter(document -> document.isWritten() == false)
                        .toList());
        awaited.forEach(watch::await);
    }

    /** Returns whether there is something to remember. */
    private boolean note(
            BulkTicket ticket, ItemOutcomes outcomes, Place place, List<LetIn> letIn) {
        boolean isChanged = outcomes.isUpdate() && ticket.isPerhapsChanged(outcomes.id());
        RecentDocument written = isChanged ? null : outcomes.written(letIn);
        if (written != null) {
            recent.written(
                    written, outcomes.shard().id(), outcomes.sequenceNumber());
            return true;
        }
        boolean isSuperseding =
                outcomes.isDeleted() || outcomes.replaces() || letIn.isEmpty() == false;
        if (isSuperseding) {
            try {
                recent.supersede(
                        place, outcomes.id(), outcomes.shard().id(), outcomes.sequenceNumber());
            } catch (CircuitBreakingException e) {
                // It is counted as one that went too early.
                return false;
            }
        }
        return isSuperseding;
    }

    private static Name name(RecentDocument document) {
        return new Name(document.place().index(), document.id());
    }
}
