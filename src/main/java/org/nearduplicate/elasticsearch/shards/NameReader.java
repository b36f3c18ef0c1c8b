package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdLoader;
import org.nearduplicate.groups.DocumentName;
import org.nearduplicate.groups.JobMonitor;

/** Reads the names of the documents of a shard. Immutable; every call opens what it reads anew. */
final class NameReader {

    private static final int CHECK_MASK = (1 << 8) - 1;
    private static final StoredFieldLoader STORED_FIELDS =
            StoredFieldLoader.create(false, Set.of(), true);

    private final IndexReader reader;
    private final IdLoader ids;
    private final KeepValues keepValues;

    /**
     * @param keepValues the values that choose keepers, or null if none do
     */
    NameReader(IndexReader reader, IdLoader ids, KeepValues keepValues) {
        this.reader = reader;
        this.ids = ids;
        this.keepValues = keepValues;
    }

    /** Reads the names of documents in ascending order. */
    List<DocumentName> names(int[] documents, JobMonitor monitor) throws IOException {
        List<DocumentName> names = new ArrayList<>(documents.length);
        for (int from = 0; from < documents.length;) {
            LeafReaderContext leaf =
                    reader.leaves().get(ReaderUtil.subIndex(documents[from], reader.leaves()));
            int to = from;
            while (to < documents.length
                    && documents[to] < leaf.docBase + leaf.reader().maxDoc()) {
                to++;
            }
            readSegment(leaf, inSegment(documents, from, to, leaf.docBase), names, monitor);
            from = to;
        }
        return names;
    }

    private void readSegment(
            LeafReaderContext leaf, int[] docs, List<DocumentName> names, JobMonitor monitor)
            throws IOException {
        LeafStoredFieldLoader stored = STORED_FIELDS.getLoader(leaf, docs);
        IdLoader.Leaf leafIds = ids.leaf(stored, leaf.reader(), docs);
        KeepValues.Leaf leafValues = keepValues == null ? doc -> null : keepValues.leaf(leaf);
        for (int doc : docs) {
            if ((names.size() & CHECK_MASK) == 0) {
                monitor.checkCancelled();
            }
            stored.advanceTo(doc);
            names.add(
                    new DocumentName(leafIds.getId(doc), stored.routing(), leafValues.key(doc)));
        }
    }

    private static int[] inSegment(int[] documents, int from, int to, int docBase) {
        int[] docs = new int[to - from];
        for (int i = from; i < to; i++) {
            docs[i - from] = documents[i] - docBase;
        }
        return docs;
    }
}
