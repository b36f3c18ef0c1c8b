package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.mapper.Uid;
import org.nearduplicate.groups.DocumentName;
import org.nearduplicate.groups.DocumentTerms;
import org.nearduplicate.groups.JobMonitor;

/**
 * Reads the names of the documents of a shard: from stored fields, or those of many documents from the
 * terms of {@code _id}, so that their sources are not decompressed. Immutable; every call opens what it
 * reads anew.
 */
final class NameReader {

    /** About what a name takes on the heap. */
    private static final long NAME_BYTES = 128;

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

    /** Reads the names of documents in ascending order; asks for their memory while it reads them. */
    List<DocumentName> names(int[] documents, JobMonitor monitor) throws IOException {
        long bytes = documents.length * NAME_BYTES;
        monitor.reserve(bytes);
        try {
            return read(documents, monitor);
        } finally {
            monitor.reserve(-bytes);
        }
    }

    private List<DocumentName> read(int[] documents, JobMonitor monitor) throws IOException {
        List<DocumentName> names = new ArrayList<>(documents.length);
        for (int from = 0; from < documents.length;) {
            LeafReaderContext leaf =
                    reader.leaves().get(ReaderUtil.subIndex(documents[from], reader.leaves()));
            int to = from;
            while (to < documents.length
                    && documents[to] < leaf.docBase + leaf.reader().maxDoc()) {
                to++;
            }
            int[] docs = inSegment(documents, from, to, leaf.docBase);
            if (areIdsInTerms(leaf.reader())
                    && DocumentTerms.areWorthAWalk(docs.length, leaf.reader())) {
                readTerms(leaf, docs, names, monitor);
            } else {
                readStored(leaf, docs, names, monitor);
            }
            from = to;
        }
        return names;
    }

    /** Returns whether names consist of what is stored as terms too: no document has a routing. */
    private boolean areIdsInTerms(LeafReader segment) {
        return ids instanceof IdLoader.StoredIdLoader
                && segment.getFieldInfos().fieldInfo(RoutingFieldMapper.NAME) == null;
    }

    private void readTerms(
            LeafReaderContext leaf, int[] docs, List<DocumentName> names, JobMonitor monitor)
            throws IOException {
        String[] found = new String[docs.length];
        DocumentTerms.forEach(
                leaf.reader(),
                IdFieldMapper.NAME,
                docs,
                (place, term) -> found[place] = Uid.decodeId(term),
                monitor);
        KeepValues.Leaf leafValues = leafValues(leaf);
        for (int i = 0; i < docs.length; i++) {
            if ((i & CHECK_MASK) == 0) {
                monitor.checkCancelled();
            }
            if (found[i] == null) {
                throw new IllegalStateException(
                        "possible corruption: document " + docs[i] + " has no term in [_id]");
            }
            names.add(new DocumentName(found[i], null, leafValues.key(docs[i])));
        }
    }

    private KeepValues.Leaf leafValues(LeafReaderContext leaf) throws IOException {
        return keepValues == null ? doc -> null : keepValues.leaf(leaf);
    }

    private void readStored(
            LeafReaderContext leaf, int[] docs, List<DocumentName> names, JobMonitor monitor)
            throws IOException {
        LeafStoredFieldLoader stored = STORED_FIELDS.getLoader(leaf, docs);
        IdLoader.Leaf leafIds = ids.leaf(stored, leaf.reader(), docs);
        KeepValues.Leaf leafValues = leafValues(leaf);
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
