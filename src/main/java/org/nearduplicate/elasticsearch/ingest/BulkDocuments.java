package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.index.Index;
import org.nearduplicate.elasticsearch.lookup.SearchedIndex;
import org.nearduplicate.elasticsearch.lookup.SoughtText;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.sketch.SketchedText;

/**
 * What a bulk request knows of its own documents while they are decided: which were admitted, and which were refused for the
 * sake of those. Safe for use by several threads.
 */
final class BulkDocuments {

    private final List<DocWriteRequest<?>> requests;

    /** Most bulk requests have no document that arrives here, and are not looked through. */
    private BulkItems items;

    private final Map<Index, Map<String, AdmittedDocuments>> admitted = new HashMap<>();
    private final Map<Name, Integer> written = new HashMap<>();
    private final List<Refused> refused = new ArrayList<>();

    /**
     * A document that was not admitted, as it is a near duplicate of another one.
     *
     * @param index the name of the index that it goes to
     * @param id its {@code _id}, or null
     * @param item the number of its item, or {@link BulkItems#UNKNOWN}
     * @param of the other one
     */
    record Refused(String index, String id, int item, Match of) {}

    /**
     * @param requests the items of the request
     */
    BulkDocuments(List<DocWriteRequest<?>> requests) {
        this.requests = requests;
    }

    /** Returns the item of the document that comes now, see {@link BulkItems#arrive}. */
    synchronized int arrive(String id) {
        if (items == null) {
            items = new BulkItems(requests);
        }
        return items.arrive(id);
    }

    /** Returns how many documents of indices are changed at most. */
    synchronized int changes() {
        return items.changes();
    }

    /** Returns whether the document of an item replaces only the fields that it has, see {@link BulkItems#isPartial}. */
    synchronized boolean isPartial(int item) {
        return items.isPartial(item);
    }

    /** Returns whether what an index has of a document is perhaps another one before an item is written. */
    synchronized boolean isChanged(Name name, int item, WriteShards shards) {
        return written.containsKey(name)
                || items.isChanged(name, BulkItems.UNKNOWN, item, shards);
    }

    /** Returns the near duplicates of a text among the documents that were admitted, see {@link AdmittedDocuments#similar}. */
    synchronized List<AdmittedDocuments.Similar> similar(
            SearchedIndex index, SoughtText text, int size, Name itself, int item,
            WriteShards shards) {
        AdmittedDocuments ofField =
                admitted.getOrDefault(index.metadata().getIndex(), Map.of()).get(index.field());
        return ofField == null
                ? List.of()
                : ofField.similar(
                        text.text(), text.minSimilarity(), index.verify(), size,
                        QuerySettings.MAX_BUCKET_SIZE.get(index.metadata().getSettings()),
                        document -> document.name().equals(itself) == false
                                && index.shards().contains(document.name().shard())
                                && items.isChanged(
                                        document.name(), document.item(), item,
                                        shards) == false);
    }

    /** Returns whether a document will not be written, as one of its name will be there. */
    synchronized boolean isTaken(Name name, int item, WriteShards shards) {
        return items.isCreation(item)
                && admitted.getOrDefault(name.shard().getIndex(), Map.of()).values().stream()
                        .flatMap(ofField -> ofField.find(name).stream())
                        .anyMatch(
                                before -> items.isChanged(
                                        name, before.item(), item, shards) == false);
    }

    /** Takes note that a document will be written: what the index has by its name is another one then. */
    synchronized void write(Name name, int item) {
        Integer before = written.get(name);
        boolean isSame = before != null && before == item && item != BulkItems.UNKNOWN;
        if (isSame == false) {
            admitted.getOrDefault(name.shard().getIndex(), Map.of()).values()
                    .forEach(ofField -> ofField.remove(name));
        }
        // One that is there already makes it fail, and stays.
        if (items.isCreation(item) == false) {
            written.put(name, item);
        }
    }

    /** Admits a document, which is compared with those after it from now on. */
    synchronized void admit(String field, Name name, int item, SketchedText text) {
        admitted.computeIfAbsent(name.shard().getIndex(), none -> new HashMap<>(2))
                .computeIfAbsent(field, none -> new AdmittedDocuments(text.keys().length))
                .add(name, item, text);
        if (item != BulkItems.UNKNOWN) {
            items.name(item, name.id());
        }
    }

    synchronized void refuse(Refused document) {
        refused.add(document);
    }

    /** Returns the documents that were refused, in their order. */
    synchronized List<Refused> refused() {
        return List.copyOf(refused);
    }
}
