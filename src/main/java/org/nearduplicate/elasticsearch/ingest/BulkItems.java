package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.update.UpdateRequest;

/**
 * The items of a bulk request in their order. A processor is told neither of the request nor of the item that its document
 * came with: the item is found by the name, and by the order in which documents come. Belongs to one thread at a time.
 */
final class BulkItems {

    /** The number of an item that is not known. */
    static final int UNKNOWN = -1;

    private final List<DocWriteRequest<?>> items;
    private final Map<String, List<Integer>> byId = new HashMap<>();

    /** Those whose documents came. */
    private final BitSet arrived;

    private int next;

    /**
     * @param items those of the request
     */
    BulkItems(List<DocWriteRequest<?>> items) {
        this.items = items;
        this.arrived = new BitSet(items.size());
        for (int number = 0; number < items.size(); number++) {
            String id = items.get(number).id();
            if (id != null) {
                byId.computeIfAbsent(id, none -> new ArrayList<>(1)).add(number);
            }
        }
    }

    private boolean hasDocument(int number) {
        return TransportBulkAction.getIndexWriteRequest(items.get(number)) != null;
    }

    /**
     * Returns the item of the document that comes now.
     *
     * @param id its {@code _id}, or null if it has none
     * @return its number, or {@link #UNKNOWN}
     */
    int arrive(String id) {
        List<Integer> ofId = id == null ? List.of() : byId.getOrDefault(id, List.of());
        boolean isOnlyOne = ofId.size() == 1 && hasDocument(ofId.getFirst());
        int number = isOnlyOne ? ofId.getFirst() : nextOf(id);
        if (number != UNKNOWN) {
            arrived.set(number);
        }
        next = Math.max(next, number + 1);
        return number;
    }

    private int nextOf(String id) {
        for (int number = next; number < items.size(); number++) {
            if (hasDocument(number) && Objects.equals(items.get(number).id(), id)) {
                return number;
            }
        }
        return UNKNOWN;
    }

    /** Gives an item that has none an {@code _id}, by which its document may come again. */
    void name(int number, String id) {
        byId.putIfAbsent(id, List.of(number));
    }

    /** Returns whether an item fails if its document exists. */
    boolean isCreation(int number) {
        return number != UNKNOWN
                && items.get(number).opType() == DocWriteRequest.OpType.CREATE;
    }

    /** Returns whether the document of an item replaces only the fields that it has, if there is one by its name. */
    boolean isPartial(int number) {
        return number != UNKNOWN && items.get(number) instanceof UpdateRequest update
                && update.docAsUpsert();
    }

    /**
     * Returns whether an item between two others deletes a document, or makes of it what no processor saw.
     *
     * @param from the number of the first, or {@link #UNKNOWN} if all before count
     * @param to that of the other, or {@link #UNKNOWN} if all count
     */
    boolean isChanged(Name name, int from, int to, WriteShards shards) {
        for (int change : byId.getOrDefault(name.id(), List.of())) {
            if (change > from && (to == UNKNOWN || change < to) && isUnseen(change)
                    && name.equals(shards.name(items.get(change)))) {
                return true;
            }
        }
        return false;
    }

    /** Of an update, pipelines see what it inserts if there is no document. */
    private boolean isUnseen(int number) {
        return switch (items.get(number)) {
            case IndexRequest document ->
                arrived.get(number) == false && isCreation(number) == false;
            case UpdateRequest update -> arrived.get(number) == false
                    || update.docAsUpsert() == false;
            default -> true;
        };
    }
}
