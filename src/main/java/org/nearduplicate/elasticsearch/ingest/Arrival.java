package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.rest.RestStatus;
import org.nearduplicate.elasticsearch.ingest.PendingDocument.Decision;
import org.nearduplicate.elasticsearch.lookup.LookupParameters.LookupText;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.lookup.LookupResponse.SearchedIndex;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.Match.Name;

/**
 * A document in the lookup queue of its request. It is decided by what a lookup found and by what its request admitted
 * before it: the documents of a request have to be decided one after the other. Guarded by its queue.
 */
final class Arrival {

    final PendingDocument pending;

    /** When it is refused if no lookup has taken it by then, {@link Long#MAX_VALUE} for never. */
    final long deadlineMillis;

    /** What is looked up: more documents at the second time. */
    LookupText text;

    /** What a lookup found for this document and others, or null; and the number of this document there. */
    LookupResponse response;
    int number;

    /** Why it could not be looked up, or null. */
    Exception failure;

    /** The number of its item, or {@link Match#UNKNOWN}. */
    private final int item;

    Arrival(PendingDocument pending, int item, long deadlineMillis) {
        this.pending = pending;
        this.item = item;
        this.deadlineMillis = deadlineMillis;
        this.text = pending.text();
    }

    /** Returns what was found for it. */
    LookupResponse.OfText found() {
        return response.texts().get(number);
    }

    /**
     * Decides a document, and admits it to its request if it is to be written.
     *
     * @return what was found, or null if more has to be looked up, as too many of the documents that were found may have
     *     changed
     * @throws Exception the failure of the lookup
     */
    Decision decide(BulkDocuments documents) throws Exception {
        if (failure != null) {
            if (isEmptyIndex()) {
                return new Decision(List.of(), null, false);
            }
            throw failure;
        }
        RuntimeException refusal = found().refusal();
        if (refusal != null) {
            throw refusal;
        }
        return decide(documents, new WriteShards(response.project()));
    }

    /**
     * Returns whether a lookup failed as its index does not exist, and the document is about to create this index: then
     * there is nothing that the document could be a near duplicate of.
     */
    private boolean isEmptyIndex() {
        return ExceptionsHelper.unwrapCause(failure) instanceof IndexNotFoundException
                && WriteShards.resolved(pending.target().index()).equals(
                        WriteShards.resolved(pending.index()));
    }

    private Decision decide(BulkDocuments documents, WriteShards shards) {
        requireIndexable(shards);
        // The name of the document, or null if it has no identifier or no index yet.
        Name own = shards.name(pending.index(), pending.id(), pending.routing());
        List<Match> matches = new ArrayList<>();
        int most = pending.maxMatches();
        // A document of the same name is the document itself, which is written again.
        found().found().stream()
                .filter(match -> match.document().equals(own) == false)
                .filter(match -> documents.isChanged(match.document(), item,
                        shards) == false)
                .limit(most)
                .forEach(matches::add);
        for (SearchedIndex searched : response.indices()) {
            if (searched.isCompared(number)) {
                matches.addAll(
                        documents.similar(searched, number, most, own, item, shards));
            }
        }
        matches.sort(Match.ORDER);
        List<Match> best = matches.subList(0, Math.min(matches.size(), most));
        float leftOut = found().leftOut();
        // A document that no shard named may be more similar.
        boolean mayLack = leftOut > 0
                && (best.size() < most || best.getLast().similarity() < leftOut);
        return mayLack
                ? null
                : new Decision(best, admit(documents, shards, best), found().isTooShort());
    }

    /** Checks that the index that the document goes to takes the fields by which others are compared with it. */
    private void requireIndexable(WriteShards shards) {
        SearchedIndex own = searched(pending.index(), shards);
        if (own != null && own.standings().get(number).status() != RestStatus.OK) {
            throw new IllegalArgumentException(
                    "[same], [within] and [filter] need a document that its index takes: "
                            + own.standings().get(number).failure());
        }
    }

    /** Returns what was found out in an index, or null if it was not searched. */
    private SearchedIndex searched(String indexName, WriteShards shards) {
        IndexMetadata index = shards.index(indexName);
        return response.indices().stream()
                .filter(
                        each -> index != null
                                && each.metadata().getIndex().equals(index.getIndex()))
                .findFirst()
                .orElse(null);
    }

    /** Admits the document, or refuses it. Returns the identifier that it needs to be compared with those after it, or null. */
    private String admit(
            BulkDocuments documents, WriteShards shards, List<Match> best) {
        String indexName = best.isEmpty() ? pending.index() : pending.indexOfDuplicate();
        if (indexName == null) {
            documents.refuse(new BulkDocuments.Refused(item, best.getFirst()));
            return null;
        }
        SearchedIndex searched = searched(indexName, shards);
        boolean isCompared = searched != null && searched.isCompared(number)
                && searched.standings().get(number).isOne()
                && WriteShards.givesItsOwnIds(searched.metadata()) == false;
        String id = pending.id() == null && isCompared ? UUIDs.base64UUID() : pending.id();
        Name name = shards.name(indexName, id, pending.routing());
        if (name == null || documents.isTaken(name, item, shards)) {
            return null;
        }
        documents.write(name, item);
        if (isCompared) {
            documents.admit(searched, name, item, number);
        }
        return pending.id() == null ? id : null;
    }
}
