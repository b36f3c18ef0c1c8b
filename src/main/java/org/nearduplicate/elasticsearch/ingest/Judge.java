package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.index.IndexNotFoundException;
import org.nearduplicate.elasticsearch.ingest.Question.Verdict;
import org.nearduplicate.elasticsearch.lookup.Match;
import org.nearduplicate.elasticsearch.lookup.Name;
import org.nearduplicate.elasticsearch.lookup.SearchedIndex;
import org.nearduplicate.elasticsearch.lookup.SoughtText;

/**
 * Decides what a document is a near duplicate of, by what a lookup found and by what its request admitted before it. Those of one
 * request have to be decided one after the other.
 */
final class Judge {

    private final BulkDocuments documents;
    private final Arrival arrival;
    private final Question question;
    private final WriteShards shards;

    /** What the document is called, or null if it has no name yet, or nowhere to go. */
    private final Name own;

    private final List<Match> matches = new ArrayList<>();

    private Judge(BulkDocuments documents, Arrival arrival) {
        this.documents = documents;
        this.arrival = arrival;
        this.question = arrival.question;
        this.shards = new WriteShards(arrival.response.project());
        this.own = shards.name(question.index(), question.id(), question.routing());
    }

    /**
     * Decides a document, and admits it to its request if it is to be written.
     *
     * @return what was found, or null if more has to be looked up: of as many documents as were asked for, too many may be others
     *     now
     * @throws Exception what kept the lookup from being done
     */
    static Verdict decide(BulkDocuments documents, Arrival arrival) throws Exception {
        if (arrival.failure != null) {
            if (isEmptyIndex(arrival)) {
                return new Verdict(List.of(), null);
            }
            throw arrival.failure;
        }
        RuntimeException refusal = arrival.found().refusal();
        if (refusal != null) {
            throw refusal;
        }
        return new Judge(documents, arrival).decide();
    }

    /**
     * Returns whether a lookup failed because there is no such index, and the document is about to create it: then there
     * is nothing that it could be a near duplicate of.
     */
    private static boolean isEmptyIndex(Arrival arrival) {
        return ExceptionsHelper.unwrapCause(arrival.failure) instanceof IndexNotFoundException
                && WriteShards.resolved(arrival.question.target().index()).equals(
                        WriteShards.resolved(arrival.question.index()));
    }

    private Verdict decide() {
        addFound();
        arrival.response.indices().forEach(this::addAdmitted);
        matches.sort(Match.ORDER);
        List<Match> told =
                matches.subList(0, Math.min(matches.size(), question.maxMatches()));
        if (mayLack(told)) {
            return null;
        }
        return new Verdict(told, admit(told));
    }

    /** Returns whether a document that no shard told of may have to be told. */
    private boolean mayLack(List<Match> told) {
        float leftOut = arrival.found().leftOut();
        return leftOut > 0
                && (told.size() < question.maxMatches()
                        || told.getLast().similarity() < leftOut);
    }

    /** Adds as many as are to be told, if there are: the others are less similar. */
    private void addFound() {
        // A document that comes again is an update, not a near duplicate of itself.
        arrival.found().found().stream()
                .filter(match -> match.document().equals(own) == false)
                .filter(match -> documents.isChanged(match.document(), arrival.item,
                        shards) == false)
                .limit(question.maxMatches())
                .forEach(matches::add);
    }

    private void addAdmitted(SearchedIndex searched) {
        SoughtText text = searched.texts().get(arrival.number);
        if (text.text() == null) {
            return;
        }
        matches.addAll(
                documents.similar(
                        searched, text, question.maxMatches(), own, arrival.item, shards));
    }

    /** Returns the identifier that the document needs to be compared with those after it, or null. */
    private String admit(List<Match> told) {
        String indexName = question.indexAfter(told);
        if (indexName == null) {
            documents.refuse(
                    new BulkDocuments.Refused(arrival.item, told.getFirst()));
            return null;
        }
        SearchedIndex searched = searched(shards.index(indexName));
        SoughtText text = searched == null ? null : searched.texts().get(arrival.number);
        boolean isCompared = text != null && text.text() != null
                && WriteShards.givesItsOwnIds(searched.metadata()) == false;
        String id = question.id() == null && isCompared ? UUIDs.base64UUID() : question.id();
        Name name = shards.name(indexName, id, question.routing());
        if (name == null || documents.isTaken(name, arrival.item, shards)) {
            return null;
        }
        documents.write(name, arrival.item);
        if (isCompared) {
            documents.admit(searched.field(), name, arrival.item, text.text());
        }
        return question.id() == null ? id : null;
    }

    private SearchedIndex searched(IndexMetadata index) {
        return index == null ? null
                : arrival.response.indices().stream()
                        .filter(searched -> searched.metadata().getIndex().equals(index.getIndex()))
                        .findFirst()
                        .orElse(null);
    }
}
