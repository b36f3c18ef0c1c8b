package org.nearduplicate.stats;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.groups.shard.BandTermCursor;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.SegmentMerge;
import org.nearduplicate.groups.shard.WalkPosition;
import org.nearduplicate.sketch.BandRows;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.UnionFind;

/**
 * Finds which large buckets share documents: near duplicates share the buckets of most bands, but not all of them begin
 * with the same document. Belongs to one thread.
 */
final class BucketFamilies {

    private final List<LargeBuckets> places;
    private final JobMonitor monitor;
    private final UnionFind families;

    /** The numbers of the places in the order of their first documents, and these. */
    private final int[] inOrder;
    private final int[] firsts;

    private int step;

    /**
     * @param places n buckets by their first documents, all different, the largest first
     * @param monitor may stop the work
     */
    BucketFamilies(List<LargeBuckets> places, JobMonitor monitor) {
        this.places = places;
        this.monitor = monitor;
        this.families = new UnionFind(places.size());
        this.inOrder = IntStream.range(0, places.size())
                .boxed()
                .sorted(Comparator.comparing(place -> places.get(place).first()))
                .mapToInt(Integer::intValue)
                .toArray();
        this.firsts = IntStream.of(inOrder).map(place -> places.get(place).first()).toArray();
    }

    /**
     * Joins those of which one begins with a document that the other has too. A lookup of each bucket in each segment,
     * and for each of its terms O(log n), and at most n steps.
     *
     * @param participants the documents of the shard that take part
     * @param field a {@code minhash} field
     * @param format that of its band terms
     * @param rows the first rows of a band that make a bucket
     * @return the places, with the number of the first of each family as that of its family
     * @throws IOException if the index cannot be read
     */
    List<LargeBuckets> join(
            Participants participants, String field, BandTermFormat format, int rows)
            throws IOException {
        for (int place = 0; place < places.size(); place++) {
            for (long first : places.get(place).documents().keySet()) {
                SegmentMerge merge = SegmentMerge.open(
                        participants, field, format, new WalkPosition(first, 0));
                long last = BandRows.last(first, rows);
                while (merge.current() != null && merge.current().key() <= last) {
                    joinDocuments(place, merge.current());
                    merge.next();
                }
            }
        }
        return IntStream.range(0, places.size())
                .mapToObj(
                        place -> new LargeBuckets(
                                places.get(place).first(), families.find(place),
                                places.get(place).documents()))
                .toList();
    }

    /** Joins a place with those that begin with a document of a term of one of its buckets. */
    private void joinDocuments(int place, BandTermCursor term) throws IOException {
        PostingsEnum documents = term.postings();
        int segmentDoc = documents.nextDoc();
        while (segmentDoc != DocIdSetIterator.NO_MORE_DOCS) {
            monitor.checkCancelled(step++);
            int doc = term.docBase() + segmentDoc;
            int found = Arrays.binarySearch(firsts, doc);
            int next = found < 0 ? -found - 1 : found + 1;
            if (found >= 0) {
                families.union(place, inOrder[found]);
            }
            if (next == firsts.length) {
                return;
            }
            segmentDoc = documents.advance(firsts[next] - term.docBase());
        }
    }
}
