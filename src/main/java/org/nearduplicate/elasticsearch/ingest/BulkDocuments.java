package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.index.Index;
import org.nearduplicate.elasticsearch.ingest.AdmittedDocuments.Admitted;
import org.nearduplicate.elasticsearch.lookup.Counterparts;
import org.nearduplicate.elasticsearch.lookup.LookupResponse.SearchedIndex;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.Match.Name;
import org.nearduplicate.elasticsearch.lookup.SketchedTexts.SoughtText;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.sets.SketchedText;

/**
 * The documents of a bulk request while they are decided: which items change them, which documents were admitted, and
 * which were refused as near duplicates of others. A processor gets neither the request nor the item of its document. The
 * item is found by the name of the index, which is an object that no other item has. Safe for use by several threads.
 */
final class BulkDocuments {

    private final List<DocWriteRequest<?>> items;
    private final Map<String, List<Integer>> byId = new HashMap<>();
    private final Map<String, Integer> byIndexName = new IdentityHashMap<>();

    /** The items whose documents came to a processor. */
    private final BitSet arrived = new BitSet();

    private final Map<Index, Map<Compared, AdmittedDocuments>> admitted = new HashMap<>();
    private final Set<Name> written = new HashSet<>();
    private final List<Refused> refused = new ArrayList<>();
    private int read;

    /** The documents that are compared with each other: in a field, by processors that compare the same. */
    private record Compared(String field, Counterparts counterparts) {

        static Compared in(SearchedIndex index) {
            return new Compared(index.sketched().field(), index.sketched().counterparts());
        }
    }

    /** A document of an item, or of {@link Match#UNKNOWN}, that was not admitted as it is a near duplicate of another one. */
    record Refused(int item, Match of) {}

    /** The items have to be {@linkplain #mark marked}. */
    BulkDocuments(List<DocWriteRequest<?>> items) {
        this.items = items;
    }

    /**
     * Marks the document of an item, if it has one: the name of its index becomes an object of its own. Pipelines hand on
     * that object, unless they send the document elsewhere.
     */
    static void mark(DocWriteRequest<?> item) {
        IndexRequest document = TransportBulkAction.getIndexWriteRequest(item);
        if (document == null) {
            return;
        }
        if (item instanceof UpdateRequest update) {
            // The document that an update inserts does not name its own identifier and routing.
            document.id(update.id()).routing(update.routing());
        }
        document.index(new String(item.index()));
    }

    /** Takes note that a document came to a processor. Returns its item, or {@link Match#UNKNOWN}. */
    synchronized int arrive(String indexName, String id) {
        int number = find(indexName, id);
        if (number != Match.UNKNOWN) {
            arrived.set(number);
        }
        return number;
    }

    /** Returns the most documents of indices that the request can change. */
    int changes() {
        return items.size();
    }

    /** Returns whether a document replaces only the fields that it has, if there is one by its name. */
    synchronized boolean isPartial(String indexName, String id) {
        int number = find(indexName, id);
        return number != Match.UNKNOWN && items.get(number) instanceof UpdateRequest update
                && update.docAsUpsert();
    }

    /** Returns whether a document of an index may be replaced or deleted before an item is written. */
    synchronized boolean isChanged(Name name, int item, WriteShards shards) {
        return written.contains(name) || isChanged(name, Match.UNKNOWN, item, shards);
    }

    /** Returns near duplicates of a text, by its number, among the documents that were admitted, see {@link AdmittedDocuments#similar}. */
    synchronized List<Match> similar(
            SearchedIndex index, int number, int size, Name itself, int item,
            WriteShards shards) {
        AdmittedDocuments ofField =
                admittedTo(index.metadata().getIndex()).get(Compared.in(index));
        if (ofField == null) {
            return List.of();
        }
        byte[] peer = index.standings().get(number).peer();
        PeerFormat peers = index.sketched().counterparts().peers().format();
        SoughtText text = index.text(number);
        return ofField.similar(
                index.sketched().comparison(text), text.rows(), size,
                QuerySettings.MAX_BUCKET_SIZE.get(index.metadata().getSettings()),
                document -> peers.arePeers(peer, 0, document.peer(), 0)
                        && document.name().equals(itself) == false
                        && index.shards().contains(document.name().shard())
                        && isChanged(
                                document.name(), document.item(), item,
                                shards) == false);
    }

    /** Returns whether a document will not be written, as another item has created one of its name. */
    synchronized boolean isTaken(Name name, int item, WriteShards shards) {
        return isCreation(item)
                && admittedTo(name.shard().getIndex()).values().stream()
                        .flatMap(ofField -> ofField.find(name).stream())
                        .anyMatch(
                                before -> before.item() != item
                                        && isChanged(
                                                name, before.item(), item, shards) == false);
    }

    /** Takes note that a document will be written: it replaces the one of its name in the index. */
    synchronized void write(Name name, int item) {
        admittedTo(name.shard().getIndex()).values()
                .forEach(ofField -> ofField.replace(name, item));
        // A creation fails if there is such a document, which then stays.
        if (isCreation(item) == false) {
            written.add(name);
        }
    }

    /** Admits a document, which is compared with those after it from now on. */
    synchronized void admit(SearchedIndex index, Name name, int item, int number) {
        SketchedText text = index.text(number).text();
        admitted.computeIfAbsent(name.shard().getIndex(), none -> new HashMap<>(2))
                .computeIfAbsent(
                        Compared.in(index), none -> new AdmittedDocuments(text.keys().length))
                .add(
                        new Admitted(name, item, index.standings().get(number).peer()), text);
        if (item != Match.UNKNOWN) {
            // The document may have had no identifier, and may come to another processor with this one.
            byId.putIfAbsent(name.id(), List.of(item));
        }
    }

    synchronized void refuse(Refused document) {
        refused.add(document);
    }

    /** Returns the documents that were refused, in their order. */
    synchronized List<Refused> refused() {
        return List.copyOf(refused);
    }

    /** Returns the documents that were admitted to an index, by what they are compared by. */
    private Map<Compared, AdmittedDocuments> admittedTo(Index index) {
        return admitted.getOrDefault(index, Map.of());
    }

    /**
     * Returns the number of the item of a document, or {@link Match#UNKNOWN}. Items are read at the first call: most
     * requests need none.
     */
    private int find(String indexName, String id) {
        for (; read < items.size(); read++) {
            DocWriteRequest<?> item = items.get(read);
            if (item.id() != null) {
                byId.computeIfAbsent(item.id(), none -> new ArrayList<>(1)).add(read);
            }
            IndexRequest document = TransportBulkAction.getIndexWriteRequest(item);
            if (document != null) {
                byIndexName.put(document.index(), read);
            }
        }
        Integer marked = byIndexName.get(indexName);
        if (marked != null) {
            return marked;
        }
        List<Integer> ofId = id == null ? List.of() : byId.getOrDefault(id, List.of());
        return ofId.size() == 1 ? ofId.getFirst() : Match.UNKNOWN;
    }

    /** Returns whether an item fails if its document exists. */
    private boolean isCreation(int number) {
        return number != Match.UNKNOWN
                && items.get(number).opType() == DocWriteRequest.OpType.CREATE;
    }

    /**
     * Returns whether an item between two others, or any before or after where one is unknown, deletes a document, or
     * changes it to one that no processor saw.
     */
    private boolean isChanged(Name name, int from, int to, WriteShards shards) {
        for (int change : byId.getOrDefault(name.id(), List.of())) {
            DocWriteRequest<?> item = items.get(change);
            if (change > from && (to == Match.UNKNOWN || change < to) && isUnseen(change)
                    && name.equals(shards.name(item.index(), item.id(), item.routing()))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether no processor saw what an item writes. Of an update, processors see only the document that it may
     * insert.
     */
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
