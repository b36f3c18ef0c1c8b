package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.index.Index;
import org.nearduplicate.elasticsearch.lookup.SearchedIndex;
import org.nearduplicate.elasticsearch.lookup.SoughtText;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.sketch.SketchedText;

/**
 * What a bulk request knows of its own documents while they are decided: which were admitted, and which were refused for the
 * sake of others. Safe for use by several threads.
 */
final class BulkDocuments {

    private final BulkItems items;
    private final Map<Index, Map<String, AdmittedDocuments>> admitted = new HashMap<>();
    private final Set<Name> written = new HashSet<>();
    private final List<Refused> refused = new ArrayList<>();

    /**
     * A document that was not admitted, as it is a near duplicate of another one.
     *
     * @param item the number of its item, or {@link BulkItems#UNKNOWN}
     * @param of the other one
     */
    record Refused(int item, Match of) {}

    /**
     * @param requests the items of the request, which are marked
     */
    BulkDocuments(List<DocWriteRequest<?>> requests) {
        this.items = new BulkItems(requests);
    }

    /** Returns the item of a document that comes, see {@link BulkItems#find}. */
    synchronized int arrive(String indexName, String id) {
        int number = items.find(indexName, id);
        items.arrive(number);
        return number;
    }

    /** Returns how many documents of indices are changed at most. */
    int changes() {
        return items.size();
    }

    /** Returns those that were admitted to an index, by their field. */
    private Map<String, AdmittedDocuments> admittedTo(Index index) {
        return admitted.getOrDefault(index, Map.of());
    }

    /** Returns whether a document replaces only the fields that it has, see {@link BulkItems#isPartial}. */
    synchronized boolean isPartial(String indexName, String id) {
        return items.isPartial(items.find(indexName, id));
    }

    /** Returns whether what an index has of a document is perhaps another one before an item is written. */
    synchronized boolean isChanged(Name name, int item, WriteShards shards) {
        return written.contains(name)
                || items.isChanged(name, BulkItems.UNKNOWN, item, shards);
    }

    /** Returns the near duplicates of a text among the documents that were admitted, see {@link AdmittedDocuments#similar}. */
    synchronized List<Match> similar(
            SearchedIndex index, SoughtText text, int size, Name itself, int item,
            WriteShards shards) {
        AdmittedDocuments ofField =
                admittedTo(index.metadata().getIndex()).get(index.field());
        return ofField == null
                ? List.of()
                : ofField.similar(
                        text.text(), text.rows(), text.minSimilarity(), index.verify(), size,
                        QuerySettings.MAX_BUCKET_SIZE.get(index.metadata().getSettings()),
                        document -> document.name().equals(itself) == false
                                && index.shards().contains(document.name().shard())
                                && items.isChanged(
                                        document.name(), document.item(), item,
                                        shards) == false);
    }

    /** Returns whether a document will not be written, as one of its name, of another item, will be there. */
    synchronized boolean isTaken(Name name, int item, WriteShards shards) {
        return items.isCreation(item)
                && admittedTo(name.shard().getIndex()).values().stream()
                        .flatMap(ofField -> ofField.find(name).stream())
                        .anyMatch(
                                before -> before.item() != item
                                        && items.isChanged(
                                                name, before.item(), item, shards) == false);
    }

    /** Takes note that a document will be written: what the index has by its name is another one then. */
    synchronized void write(Name name, int item) {
        admittedTo(name.shard().getIndex()).values()
                .forEach(ofField -> ofField.replace(name, item));
        // One that is there already makes it fail, and stays.
        if (items.isCreation(item) == false) {
            written.add(name);
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
