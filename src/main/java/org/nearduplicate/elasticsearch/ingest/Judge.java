package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexMode;
import org.elasticsearch.index.IndexNotFoundException;
import org.nearduplicate.elasticsearch.lookup.FoundDocument;
import org.nearduplicate.elasticsearch.lookup.LookupResponse;
import org.nearduplicate.elasticsearch.lookup.SearchedIndex;
import org.nearduplicate.elasticsearch.lookup.SoughtText;
import org.nearduplicate.elasticsearch.version.Project;
import org.nearduplicate.recent.Place;
import org.nearduplicate.recent.RecentDocument;
import org.nearduplicate.recent.RecentDocuments;
import org.nearduplicate.recent.RecentMatch;

/**
 * Decides what documents are near duplicates of, by what a lookup found and by what is too recent to be found. Safe for
 * use by several threads; those of one target have to be decided one after the other.
 */
final class Judge {

    private final RecentDocuments recent;
    private final Map<String, Set<String>> watched = new ConcurrentHashMap<>();

    Judge(RecentDocuments recent) {
        this.recent = recent;
    }

    /**
     * Returns the fields of an index by which documents have been compared with it.
     *
     * @param index what tells the index from others
     */
    Set<String> watchedFields(String index) {
        return watched.getOrDefault(index, Set.of());
    }

    /** Returns whether documents have been compared with any index. */
    boolean watchesAny() {
        return watched.isEmpty() == false;
    }

    /** Forgets all of an index. */
    void forgetIndex(String index) {
        // Indices go that nothing was ever compared with, many at once.
        if (watched.remove(index) != null) {
            recent.forgetIndex(index);
        }
    }

    /**
     * Decides one document, and remembers it if it is let in.
     *
     * @param batch the lookup
     * @param number its number in the lookup
     * @return what was found, or null if more has to be looked up: of as many documents as were asked for, too many are
     *     not any more what the lookup saw
     */
    Verdict decide(Batch batch, int number) {
        LookupResponse answer = batch.answer();
        if (answer.refusal(number) != null) {
            throw answer.refusal(number);
        }
        Question question = batch.questions().get(number);
        List<Match> matches = new ArrayList<>();
        Project project = answer.project();
        Index own = writeIndex(project, question.index());
        Source source = new Source(question.sender(), batch.gate().target());
        List<FoundDocument> allFound = answer.found(number);
        for (FoundDocument found : allFound) {
            if (matches.size() == question.maxMatches()) {
                // The others are less similar.
                break;
            }
            Index index = found.index().index();
            Place place = place(batch, index);
            if (isItself(question, own, index, found.id()) == false
                    && recent.isSuperseded(
                            place, found.id(), batch.number(),
                            isShown(found.index(), source)) == false) {
                matches.add(new Match(index.getName(), found.id(), found.similarity()));
            }
        }
        if (matches.size() < Math.min(question.maxMatches(), allFound.size())
                && allFound.size() >= question.text().size()) {
            return null;
        }
        for (SearchedIndex searched : answer.indices()) {
            addRecent(
                    batch, question, source, own, searched, searched.texts().get(number), matches);
        }
        matches.sort(Match.ORDER);
        int size = Math.min(matches.size(), question.maxMatches());
        return new Verdict(
                matches.subList(0, size), letIn(batch, question, source, number, matches));
    }

    private void addRecent(
            Batch batch, Question question, Source source, Index own, SearchedIndex searched,
            SoughtText text, List<Match> matches) {
        Index index = searched.index();
        watched.computeIfAbsent(index.getUUID(), none -> ConcurrentHashMap.newKeySet())
                .add(batch.gate().target().field());
        if (text.text() == null) {
            return;
        }
        Predicate<RecentDocument> isShown = isShown(searched, source);
        List<RecentMatch> found = recent.matches(
                place(batch, index),
                text.text(),
                text.minSimilarity(),
                searched.verify(),
                question.maxMatches(),
                batch.number(),
                document -> isShown.test(document)
                        && isItself(question, own, index, document.id()) == false);
        for (RecentMatch match : found) {
            matches.add(
                    new Match(
                            index.getName(), match.document().id(), (float) match.similarity()));
        }
    }

    /**
     * What others only sent counts for nobody: whether they have the right to write it is not known before it is written.
     * And who does not see all, by security or the filter of an alias, hears only of what he himself let in here: what of
     * the other recent documents he would see is not known.
     */
    private static Predicate<RecentDocument> isShown(
            SearchedIndex index, Source source) {
        return document -> index.seesAll() == false
                ? document.source().equals(source)
                : document.isWritten()
                        || ((Source) document.source()).sender().equals(source.sender());
    }

    /**
     * Returns whether a lookup failed because there is no such index, and the document is about to create it: then there
     * is nothing that it could be a near duplicate of.
     */
    static boolean isEmptyIndex(Batch batch, Question question) {
        return ExceptionsHelper.unwrapCause(batch.failure()) instanceof IndexNotFoundException
                && batch.gate().target().index().equals(question.index());
    }

    /** Remembers a document that is let in, and returns the identifier that it needs for that, or null. */
    private String letIn(
            Batch batch, Question question, Source source, int number, List<Match> matches) {
        String name = question.indexAfter(matches);
        if (name == null || question.bulk() == null) {
            return null;
        }
        SearchedIndex index = searched(batch.answer(), name);
        SoughtText text = index == null ? null : index.texts().get(number);
        if (text == null || text.text() == null) {
            return null;
        }
        String id = question.id() == null ? UUIDs.base64UUID() : question.id();
        RecentDocument document = RecentDocument.of(
                place(batch, index.index()), id, text.text(), source);
        if (question.bulk().isAgain(document)) {
            return null;
        }
        try {
            recent.add(document);
            question.bulk().add(document);
        } catch (CircuitBreakingException e) {
            // It is let in nevertheless, and counted as one that is not compared until a search sees it.
            return null;
        }
        return question.id() == null ? id : null;
    }

    /** Returns the index that a document is written to, if documents were looked up there, or null. */
    private static SearchedIndex searched(LookupResponse answer, String name) {
        Index write = writeIndex(answer.project(), name);
        return answer.indices().stream()
                .filter(searched -> searched.index().equals(write))
                .filter(searched -> givesItsOwnIds(answer.project(), searched.index()) == false)
                .findFirst()
                .orElse(null);
    }

    /** In such an index identifiers follow from the fields that it is routed by, and no other one is allowed. */
    private static boolean givesItsOwnIds(Project project, Index index) {
        IndexMetadata metadata = project.index(index.getName());
        return metadata != null
                && (metadata.getIndexMode() == IndexMode.TIME_SERIES
                        || metadata.getRoutingPaths().isEmpty() == false);
    }

    /** A document that comes again is an update, not a near duplicate of itself. */
    private static boolean isItself(Question question, Index own, Index index, String id) {
        return id.equals(question.id()) && index.equals(own);
    }

    /** Returns the index that documents are written to under a name, or null if there is none yet. */
    private static Index writeIndex(Project project, String name) {
        IndexAbstraction named = name == null
                ? null
                : project.named(IndexNameExpressionResolver.resolveDateMathExpression(name));
        return named == null ? null : named.getWriteIndex();
    }

    private static Place place(Batch batch, Index index) {
        return new Place(index.getUUID(), batch.gate().target().field());
    }
}
