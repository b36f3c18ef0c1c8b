package org.nearduplicate.recent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.MemoryBudget;
import org.nearduplicate.sketch.SketchedText;

/**
 * The recent documents of a node, of all places. They are bounded in number and bytes: when there are too many the
 * oldest go, and it is counted how many of them no search saw yet. Safe for use by several threads, one at a time:
 * nothing here takes long.
 */
public final class RecentDocuments {

    private final RecentLimit limit;
    private final MemoryBudget budget;
    private final Set<RecentDocument> documents = new LinkedHashSet<>();
    private final Versions versions = new Versions();
    private final Map<Place, BandChains> chains = new HashMap<>();
    private final ArrayDeque<RecentDocument> seen = new ArrayDeque<>();
    private long bytes;
    private long evictedUnseen;
    private long comparisons;
    private int superseding;

    /**
     * @param limit how many there may be
     * @param budget is asked for their memory, which is given back when they go
     */
    public RecentDocuments(RecentLimit limit, MemoryBudget budget) {
        this.limit = limit;
        this.budget = budget;
    }

    /**
     * How many documents there are.
     *
     * @param count their number
     * @param bytes what they take on the heap, roughly
     * @param evictedUnseen how many went so far before a search saw them, as there were too many
     */
    public record Size(int count, long bytes, long evictedUnseen) {}

    /** Returns how many documents there are now. */
    public synchronized Size size() {
        return new Size(documents.size(), bytes, evictedUnseen);
    }

    /**
     * Takes a document that is let in. What was known of the same one counts again if it is forgotten before it is
     * written.
     *
     * @param document the document
     * @throws RuntimeException that of the budget, if there is no memory; it is counted among those that went
     */
    public synchronized void add(RecentDocument document) {
        reserve(document);
        versions.add(document);
        chains.computeIfAbsent(
                document.place(), place -> new BandChains(document.text().keys().length))
                .add(document);
        evict();
    }

    /**
     * Takes note that a document is not any more what a search sees of it, by a write that succeeded.
     *
     * @param place where it is
     * @param id its {@code _id}
     * @param shard the shard that wrote it
     * @param sequenceNumber that of the write
     * @throws RuntimeException that of the budget, if there is no memory; it is counted among those that went
     */
    public synchronized void supersede(Place place, String id, int shard, long sequenceNumber) {
        RecentDocument superseded = RecentDocument.superseded(place, id);
        superseded.write(shard, sequenceNumber, true);
        reserve(superseded);
        superseding++;
        versions.addWritten(superseded);
        forgetOlderThan(superseded);
        evict();
    }

    /**
     * Takes note that a document was written. It is forgotten if something newer was written meanwhile.
     *
     * @param document the document
     * @param shard the shard that wrote it
     * @param sequenceNumber that of the write
     * @param replaces whether there was a document of that name before
     */
    public synchronized void written(
            RecentDocument document, int shard, long sequenceNumber, boolean replaces) {
        boolean isKept = documents.contains(document);
        superseding -= isKept && document.supersedes() ? 1 : 0;
        document.write(shard, sequenceNumber, replaces);
        superseding += isKept && document.supersedes() ? 1 : 0;
        if (isKept) {
            forgetOlderThan(document);
        }
    }

    /** Returns how many documents that searches see are known to be out of date. */
    public synchronized int superseding() {
        return superseding;
    }

    /**
     * Takes note that a search sees what a shard wrote.
     *
     * @param index what tells its index from others
     * @param shard the shard
     * @param upTo the sequence number up to which all is seen
     * @param lastLookup the number of the last lookup that has begun, and may not see it
     */
    public synchronized void visible(String index, int shard, long upTo, long lastLookup) {
        for (RecentDocument document : documents) {
            if (document.isIn(index, shard, upTo) && document.isVisible() == false) {
                document.show(lastLookup);
                seen.add(document);
            }
        }
    }

    /**
     * Forgets the documents that are seen by all lookups which are still to be decided.
     *
     * @param oldestLookup the number of the first of them
     */
    public synchronized void forgetSeen(long oldestLookup) {
        while (seen.isEmpty() == false && seen.peekFirst().isSeenBy(oldestLookup)) {
            forget(seen.pollFirst());
        }
    }

    /** Forgets documents; those that are not there are none the worse. */
    public synchronized void forget(Collection<RecentDocument> gone) {
        gone.forEach(this::forget);
    }

    /** Forgets all documents of an index. */
    public synchronized void forgetIndex(String index) {
        documents.stream()
                .filter(document -> document.place().index().equals(index))
                .toList()
                .forEach(this::forget);
    }

    /**
     * Returns whether what a lookup found of a document may be out of date, and {@link #matches} finds what is there
     * now, if that is known.
     *
     * @param place where it is
     * @param id its {@code _id}
     * @param lookup the number of the lookup
     * @param shown which documents may be found
     */
    public synchronized boolean isSuperseded(
            Place place, String id, long lookup, Predicate<RecentDocument> shown) {
        RecentDocument document = versions.newest(place, id);
        return document != null
                && document.isSeenBy(lookup) == false
                && (document.text() == null || shown.test(document));
    }

    /**
     * Finds near duplicates: documents that share a band term and are similar enough.
     *
     * @param place where they are
     * @param text the text, sketched by the scheme of the place
     * @param minSimilarity the similarity to reach, in (0,1]
     * @param verify by what similarities are computed
     * @param shown which documents may be found
     * @return the near duplicates, in no order
     */
    public synchronized List<RecentMatch> matches(
            Place place,
            SketchedText text,
            double minSimilarity,
            Verify verify,
            Predicate<RecentDocument> shown) {
        List<RecentMatch> matches = new ArrayList<>(0);
        BandChains ofPlace = chains.get(place);
        if (ofPlace == null) {
            return matches;
        }
        TextComparison comparison = new TextComparison(text, minSimilarity, verify);
        long number = ++comparisons;
        ofPlace.forEachCandidate(text, document -> {
            if (document.isFirstMetIn(number) && document.isNewest() && shown.test(document)) {
                double similarity = comparison.similarity(document.text());
                if (similarity != Jaccard.REJECTED) {
                    matches.add(new RecentMatch(document, similarity));
                }
            }
        });
        return matches;
    }

    private void reserve(RecentDocument document) {
        try {
            budget.reserve(document.ramBytesUsed());
        } catch (RuntimeException e) {
            evictedUnseen++;
            throw e;
        }
        bytes += document.ramBytesUsed();
        documents.add(document);
    }

    /** Of what was written, sequence numbers tell what came last. */
    private void forgetOlderThan(RecentDocument written) {
        RecentDocument older = written.older();
        while (older != null) {
            if (written.isWrittenBefore(older)) {
                forget(written);
                return;
            }
            RecentDocument next = older.older();
            forget(older);
            older = next;
        }
    }

    private void evict() {
        while (limit.isExceededBy(documents.size(), bytes)) {
            RecentDocument oldest = documents.iterator().next();
            evictedUnseen += oldest.isVisible() ? 0 : 1;
            forget(oldest);
        }
    }

    private void forget(RecentDocument document) {
        if (documents.remove(document) == false) {
            return;
        }
        versions.remove(document);
        superseding -= document.supersedes() ? 1 : 0;
        bytes -= document.ramBytesUsed();
        budget.reserve(-document.ramBytesUsed());
        if (document.text() != null) {
            BandChains ofPlace = chains.get(document.place());
            ofPlace.remove(document);
            if (ofPlace.isEmpty()) {
                chains.remove(document.place());
            }
        }
    }
}
