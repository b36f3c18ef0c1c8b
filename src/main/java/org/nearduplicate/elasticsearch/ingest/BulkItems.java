package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.update.UpdateRequest;

/**
 * The items of a bulk request in their order. A processor is told neither of the request nor of the item that its document
 * came with: the item is found by the name of the index, which is an object that no other item has. Belongs to one thread at a time.
 */
final class BulkItems {

    /** The number of an item that is not known. */
    static final int UNKNOWN = -1;

    private final List<DocWriteRequest<?>> items;
    private final Map<String, List<Integer>> byId = new HashMap<>();
    private final Map<String, Integer> byIndexName = new IdentityHashMap<>();

    /** Those whose documents came. */
    private final BitSet arrived = new BitSet();

    private int read;

    /**
     * @param items those of the request, which are marked
     */
    BulkItems(List<DocWriteRequest<?>> items) {
        this.items = items;
    }

    int size() {
        return items.size();
    }

    /** Most bulk requests have no document that comes to a processor, and are not read. */
    private void read() {
        for (; read < items.size(); read++) {
            String id = items.get(read).id();
            if (id != null) {
                byId.computeIfAbsent(id, none -> new ArrayList<>(1)).add(read);
            }
            IndexRequest document = TransportBulkAction.getIndexWriteRequest(items.get(read));
            if (document != null) {
                byIndexName.put(document.index(), read);
            }
        }
    }

    /**
     * Gives the document of an item, if it has one, a name of its index that is an object of its own. Pipelines hand on the object, unless
     * they send the document elsewhere.
     */
    static void mark(DocWriteRequest<?> item) {
        IndexRequest document = TransportBulkAction.getIndexWriteRequest(item);
        if (document == null) {
            return;
        }
        if (item instanceof UpdateRequest update) {
            // What an update would insert does not say where.
            document.id(update.id()).routing(update.routing());
        }
        document.index(new String(item.index()));
    }

    /**
     * Returns the item of a document.
     *
     * @param indexName the name of its index, as the document has it
     * @param id its {@code _id}, or null if it has none
     * @return its number, or {@link #UNKNOWN}
     */
    int find(String indexName, String id) {
        read();
        Integer marked = byIndexName.get(indexName);
        if (marked != null) {
            return marked;
        }
        List<Integer> ofId = id == null ? List.of() : byId.getOrDefault(id, List.of());
        return ofId.size() == 1 ? ofId.getFirst() : UNKNOWN;
    }

    /** Takes note that the document of an item came to a processor. */
    void arrive(int number) {
        if (number != UNKNOWN) {
            arrived.set(number);
        }
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
