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
import org.nearduplicate.elasticsearch.lookup.SoughtText;

/**
 * Decides what a document is a near duplicate of, by what a lookup found and by what its request admitted before it. Those of one
 * request have to be decided one after the other.
 */
final class Decider {

    private final BulkDocuments documents;
    private final Arrival arrival;
    private final PendingDocument pending;
    private final WriteShards shards;

    /** What the document is called, or null if it has no name yet, or nowhere to go. */
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
     * @return what was found, or null if more has to be looked up: of as many documents as were asked for, too many may be others
     *     now
     * @throws Exception what kept the lookup from being done
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
     * Returns whether a lookup failed because there is no such index, and the document is about to create it: then there
     * is nothing that it could be a near duplicate of.
     */
    private static boolean isEmptyIndex(Arrival arrival) {
        return ExceptionsHelper.unwrapCause(arrival.failure) instanceof IndexNotFoundException
                && WriteShards.resolved(arrival.pending.target().index()).equals(
                        WriteShards.resolved(arrival.pending.index()));
    }

    private Decision decide() {
        List<Match> matches = new ArrayList<>();
        int most = pending.maxMatches();
        // Of those that were found as many as are to be told: the others are less similar. A document that comes again is an update.
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
        List<Match> told = matches.subList(0, Math.min(matches.size(), most));
        float leftOut = arrival.found().leftOut();
        // A document that no shard told of may have to be told.
        boolean mayLack = leftOut > 0
                && (told.size() < most || told.getLast().similarity() < leftOut);
        return mayLack ? null : new Decision(told, admit(told));
    }

    /** Returns the identifier that the document needs to be compared with those after it, or null. */
    private String admit(List<Match> told) {
        String indexName = pending.indexAfter(told);
        if (indexName == null) {
            documents.refuse(
                    new BulkDocuments.Refused(arrival.item, told.getFirst()));
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
