package org.nearduplicate.recent;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Predicate;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Jaccard;
import org.nearduplicate.sketch.MemoryBudget;
import org.nearduplicate.sketch.SketchedText;

/**
 * The recent documents of a node, of all places. They are bounded in number and bytes: when there are too many the
 * oldest go, and it is counted how many of them no search saw yet. Safe for use by several threads, one at a time:
 * nothing here takes long but {@link #matches}, if many documents share a band term.
 */
public final class RecentDocuments {

    private static final Comparator<RecentMatch> LEAST_SIMILAR_FIRST =
            Comparator.comparingDouble(RecentMatch::similarity);

    private final RecentLimit limit;
    private final MemoryBudget budget;
    private final SequencedSet<RecentDocument> documents = new LinkedHashSet<>();
    private final Versions versions = new Versions();
    private final Map<Place, BandChains> chains = new HashMap<>();
    private final Map<Shard, Set<RecentDocument>> awaited = new HashMap<>();
    private final SequencedSet<RecentDocument> seen = new LinkedHashSet<>();
    private long bytes;
    private long evictedUnseen;
    private long comparisons;

    /** Where documents are written. */
    private record Shard(String index, int number) {}

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
        reserve(superseded);
        write(superseded, shard, sequenceNumber);
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
     */
    public synchronized void written(RecentDocument document, int shard, long sequenceNumber) {
        write(document, shard, sequenceNumber);
        if (documents.contains(document)) {
            forgetOlderThan(document);
        }
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
        Shard key = new Shard(index, shard);
        Set<RecentDocument> written = awaited.getOrDefault(key, Set.of());
        for (Iterator<RecentDocument> each = written.iterator(); each.hasNext();) {
            RecentDocument document = each.next();
            if (document.sequenceNumber() <= upTo) {
                each.remove();
                document.show(lastLookup);
                seen.add(document);
            }
        }
        if (written.isEmpty()) {
            awaited.remove(key);
        }
    }

    /**
     * Forgets the documents that are seen by all lookups which are still to be decided.
     *
     * @param oldestLookup the number of the first of them
     */
    public synchronized void forgetSeen(long oldestLookup) {
        while (seen.isEmpty() == false && seen.getFirst().isSeenBy(oldestLookup)) {
            forget(seen.getFirst());
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
        while (document != null && counts(document, shown) == false) {
            document = document.older();
        }
        return document != null && document.isSeenBy(lookup) == false;
    }

    /**
     * Finds near duplicates that a lookup may not see: documents that share a band term and are similar enough.
     *
     * @param place where they are
     * @param text the text, sketched by the scheme of the place
     * @param minSimilarity the similarity to reach, in (0,1]
     * @param verify by what similarities are computed
     * @param size how many are named at most, the most similar ones
     * @param lookup the number of the lookup that finds what a search sees
     * @param shown which documents may be found
     * @return the near duplicates, in no order
     */
    public synchronized List<RecentMatch> matches(
            Place place,
            SketchedText text,
            double minSimilarity,
            Verify verify,
            int size,
            long lookup,
            Predicate<RecentDocument> shown) {
        PriorityQueue<RecentMatch> matches = new PriorityQueue<>(LEAST_SIMILAR_FIRST);
        BandChains ofPlace = chains.get(place);
        if (ofPlace == null) {
            return List.of();
        }
        TextComparison comparison = new TextComparison(text, minSimilarity, verify);
        long number = ++comparisons;
        ofPlace.visitCandidates(text, document -> {
            if (document.isFirstMetIn(number) && document.isSeenBy(lookup) == false
                    && isNewest(document, shown)) {
                double similarity = comparison.similarity(document.text());
                boolean isFull = matches.size() == size;
                if (similarity != Jaccard.REJECTED
                        && (isFull == false || similarity > matches.peek().similarity())) {
                    if (isFull) {
                        matches.remove();
                    }
                    matches.add(new RecentMatch(document, similarity));
                }
            }
            // Copies of one text may be many, and none of them is more similar than another.
            return matches.size() < size || matches.peek().similarity() < 1;
        });
        return List.copyOf(matches);
    }

    /** Whoever may find a document does not find it if he may know that it is another one now. */
    private static boolean isNewest(RecentDocument document, Predicate<RecentDocument> shown) {
        if (shown.test(document) == false) {
            return false;
        }
        RecentDocument newer = document.newer();
        while (newer != null && counts(newer, shown) == false) {
            newer = newer.newer();
        }
        return newer == null;
    }

    /** That a document was deleted or replaced counts for all. */
    private static boolean counts(RecentDocument document, Predicate<RecentDocument> shown) {
        return document.text() == null || shown.test(document);
    }

    private void write(RecentDocument document, int shard, long sequenceNumber) {
        document.write(shard, sequenceNumber);
        if (documents.contains(document)) {
            awaited.computeIfAbsent(shardOf(document), none -> new LinkedHashSet<>())
                    .add(document);
        }
    }

    private static Shard shardOf(RecentDocument document) {
        return new Shard(document.place().index(), document.shard());
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
            RecentDocument oldest = documents.getFirst();
            evictedUnseen += oldest.isVisible() ? 0 : 1;
            forget(oldest);
        }
    }

    private void forget(RecentDocument document) {
        if (documents.remove(document) == false) {
            return;
        }
        versions.remove(document);
        seen.remove(document);
        awaited.computeIfPresent(shardOf(document), (shard, written) -> {
            written.remove(document);
            return written.isEmpty() ? null : written;
        });
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
