package org.nearduplicate.groups;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.sketch.BandTermFormat;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.sketch.UnionFind;

/**
 * Finds which large buckets share documents: near duplicates share the buckets of most bands, but not all of them begin
 * with the same document. Belongs to one thread.
 */
final class BucketFamilies {

    private final IndexReader reader;
    private final String field;
    private final List<LargeBuckets> places;
    private final JobMonitor monitor;
    private final UnionFind families;

    /** The numbers of the places in the order of their first documents. */
    private final int[] inOrder;

    private int step;

    private BucketFamilies(
            IndexReader reader, String field, List<LargeBuckets> places,
            JobMonitor monitor) {
        this.reader = reader;
        this.field = field;
        this.places = places;
        this.monitor = monitor;
        this.families = new UnionFind(places.size());
        this.inOrder = IntStream.range(0, places.size())
                .boxed()
                .sorted(Comparator.comparing(place -> places.get(place).first()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * Joins those of which one begins with a document that the other has too. A lookup of each bucket in each segment,
     * and O(n) steps in it.
     *
     * @param reader the shard
     * @param field a {@code minhash} field
     * @param places n buckets by their first documents, the largest first
     * @param monitor may stop the work
     * @return the same, with the number of the first of each family as that of its family
     * @throws IOException if the index cannot be read
     */
    static List<LargeBuckets> join(
            IndexReader reader, String field, List<LargeBuckets> places,
            JobMonitor monitor)
            throws IOException {
        BucketFamilies families = new BucketFamilies(reader, field, places, monitor);
        for (int place = 0; place < places.size(); place++) {
            for (Long key : places.get(place).documents().keySet()) {
                families.joinMembers(place, key);
            }
        }
        return families.list();
    }

    /** Joins a place with those that begin with a document of one of its buckets. */
    private void joinMembers(int place, long key) throws IOException {
        byte[] bytes = new byte[BandTermFormat.WIDTH];
        BandTermFormat.write(key, bytes);
        Term term = new Term(field, new BytesRef(bytes));
        LeafReaderContext leaf = null;
        PostingsEnum postings = null;
        for (int other : inOrder) {
            monitor.checkCancelled(step++);
            int doc = places.get(other).first();
            // What is in a bucket comes behind its first document.
            if (doc <= places.get(place).first() || families.find(place) == families.find(other)) {
                continue;
            }
            if (leaf == null || doc >= leaf.docBase + leaf.reader().maxDoc()) {
                leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
                postings = leaf.reader().postings(term, PostingsEnum.NONE);
            }
            if (postings != null && has(postings, doc - leaf.docBase)) {
                families.union(place, other);
            }
        }
    }

    private static boolean has(PostingsEnum postings, int segmentDoc) throws IOException {
        int at = postings.docID();
        return (at < segmentDoc ? postings.advance(segmentDoc) : at) == segmentDoc;
    }

    private List<LargeBuckets> list() {
        return IntStream.range(0, places.size())
                .mapToObj(
                        place -> new LargeBuckets(
                                places.get(place).first(), families.find(place),
                                places.get(place).documents()))
                .toList();
    }
}
