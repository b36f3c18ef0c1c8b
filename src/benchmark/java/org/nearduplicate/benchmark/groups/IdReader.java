package org.nearduplicate.benchmark.groups;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.StoredFields;
import org.nearduplicate.benchmark.index.IndexBuilder;
import org.nearduplicate.groups.shard.DocumentTerms;
import org.nearduplicate.job.JobMonitor;

/** Reads the ids of documents as a shard does: of few from the stored fields, of many from the terms. */
record IdReader(DirectoryReader reader) {

    /**
     * Reads ids.
     *
     * @param documents in ascending order
     */
    String[] read(int[] documents) throws IOException {
        String[] ids = new String[documents.length];
        for (int from = 0; from < documents.length;) {
            LeafReaderContext leaf = reader.leaves()
                    .get(ReaderUtil.subIndex(documents[from], reader.leaves()));
            int end = leaf.docBase + leaf.reader().maxDoc();
            int to = from + 1;
            while (to < documents.length && documents[to] < end) {
                to++;
            }
            if (DocumentTerms.areWorthAScan(to - from, leaf.reader())) {
                readTerms(leaf, documents, from, to, ids);
            } else {
                readStored(leaf, documents, from, to, ids);
            }
            from = to;
        }
        return ids;
    }

    private static void readStored(
            LeafReaderContext leaf, int[] documents, int from, int to, String[] ids)
            throws IOException {
        IdVisitor visitor = new IdVisitor();
        StoredFields stored = leaf.reader().storedFields();
        for (int i = from; i < to; i++) {
            stored.document(documents[i] - leaf.docBase, visitor.reset());
            ids[i] = visitor.id();
        }
    }

    private static void readTerms(
            LeafReaderContext leaf, int[] documents, int from, int to, String[] ids)
            throws IOException {
        int[] docs = new int[to - from];
        for (int i = from; i < to; i++) {
            docs[i - from] = documents[i] - leaf.docBase;
        }
        DocumentTerms.forEach(
                leaf.reader(),
                IndexBuilder.ID,
                docs,
                (id, place) -> ids[from + place] = id.utf8ToString(),
                JobMonitor.NONE);
    }
}
