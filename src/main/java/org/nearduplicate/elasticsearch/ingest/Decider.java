package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.index.IndexNotFoundException;
import org.nearduplicate.elasticsearch.ingest.LookupQueue.Arrival;
import org.nearduplicate.elasticsearch.ingest.PendingDocument.Decision;
import org.nearduplicate.elasticsearch.lookup.LookupResponse.SearchedIndex;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.Name;
import org.nearduplicate.elasticsearch.lookup.SketchedTexts.SoughtText;

/**
 * Decides what a document is a near duplicate of, by what a lookup found and by what its request admitted before it. The documents of
 * a request have to be decided one after the other.
 */
final class Decider {

    private final BulkDocuments documents;
    private final Arrival arrival;
    private final PendingDocument pending;
    private final WriteShards shards;

    /** The name of the document, or null if it has no identifier or no index yet. */
    private final Name own;

    private Decider(BulkDocuments documents, Arrival arrival) {
        this.documents = documents;
        this.arrival = arrival;
        this.pending = arrival.pending;
        this.shards = new WriteShards(arrival.response.project());
        this.own = shards.name(pending.index(), pending.id(), pending.routing());
    }

    /**
     * Decides a document, and admits it to its request if it is to be written.
     *
     * @return what was found, or null if more has to be looked up, as too many of the documents that were found may have changed
     * @throws Exception the failure of the lookup
     */
    static Decision decide(BulkDocuments documents, Arrival arrival) throws Exception {
        if (arrival.failure != null) {
            if (isEmptyIndex(arrival)) {
                return new Decision(List.of(), null);
            }
            throw arrival.failure;
        }
        RuntimeException refusal = arrival.found().refusal();
        if (refusal != null) {
            throw refusal;
        }
        return new Decider(documents, arrival).decide();
    }

    /**
     * Returns whether a lookup failed as its index does not exist, and the document is about to create this index: then there is
     * nothing that the document could be a near duplicate of.
     */
    private static boolean isEmptyIndex(Arrival arrival) {
        return ExceptionsHelper.unwrapCause(arrival.failure) instanceof IndexNotFoundException
                && WriteShards.resolved(arrival.pending.target().index()).equals(
                        WriteShards.resolved(arrival.pending.index()));
    }

    private Decision decide() {
        List<Match> matches = new ArrayList<>();
        int most = pending.maxMatches();
        // A document of the same name is the document itself, which is written again.
        arrival.found().found().stream()
                .filter(match -> match.document().equals(own) == false)
                .filter(match -> documents.isChanged(match.document(), arrival.item,
                        shards) == false)
                .limit(most)
                .forEach(matches::add);
        for (SearchedIndex searched : arrival.response.indices()) {
            SoughtText text = searched.texts().get(arrival.number);
            if (text.text() != null) {
                matches.addAll(
                        documents.similar(searched, text, most, own, arrival.item, shards));
            }
        }
        matches.sort(Match.ORDER);
        List<Match> best = matches.subList(0, Math.min(matches.size(), most));
        float leftOut = arrival.found().leftOut();
        // A document that no shard named may be more similar.
        boolean mayLack = leftOut > 0
                && (best.size() < most || best.getLast().similarity() < leftOut);
        return mayLack ? null : new Decision(best, admit(best));
    }

    /** Admits the document, or refuses it. Returns the identifier that it needs to be compared with those after it, or null. */
    private String admit(List<Match> best) {
        String indexName = pending.indexAfter(best);
        if (indexName == null) {
            documents.refuse(new BulkDocuments.Refused(arrival.item, best.getFirst()));
            return null;
        }
        IndexMetadata index = shards.index(indexName);
        SearchedIndex searched = arrival.response.indices().stream()
                .filter(
                        each -> index != null
                                && each.metadata().getIndex().equals(index.getIndex()))
                .findFirst()
                .orElse(null);
        SoughtText text = searched == null ? null : searched.texts().get(arrival.number);
        boolean isCompared = text != null && text.text() != null
                && WriteShards.givesItsOwnIds(searched.metadata()) == false;
        String id = pending.id() == null && isCompared ? UUIDs.base64UUID() : pending.id();
        Name name = shards.name(indexName, id, pending.routing());
        if (name == null || documents.isTaken(name, arrival.item, shards)) {
            return null;
        }
        documents.write(name, arrival.item);
        if (isCompared) {
            documents.admit(searched.field(), name, arrival.item, text.text());
        }
        return pending.id() == null ? id : null;
    }
}
