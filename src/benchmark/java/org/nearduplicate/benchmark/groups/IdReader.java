package org.nearduplicate.benchmark.groups;

import java.io.IOException;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.benchmark.index.IndexBuilder;

/**
 * Reads the ids of documents. Of few documents from the stored fields; of many from the terms of the id
 * field, since to walk a term costs a hundredth of decompressing a document with its source.
 */
record IdReader(DirectoryReader reader) {

    private static final int TERMS_PER_STORED_DOCUMENT = 100;

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
            if ((to - from) * (long) TERMS_PER_STORED_DOCUMENT > leaf.reader().maxDoc()) {
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
        // The reader for merges decompresses a block once for all of its documents.
        IdVisitor visitor = new IdVisitor();
        try (StoredFieldsReader stored = ((CodecReader) leaf.reader()).getFieldsReader()
                .getMergeInstance()) {
            for (int i = from; i < to; i++) {
                stored.document(documents[i] - leaf.docBase, visitor.reset());
                ids[i] = visitor.id();
            }
        }
    }

    private static void readTerms(
            LeafReaderContext leaf, int[] documents, int from, int to, String[] ids)
            throws IOException {
        int[] places = new int[leaf.reader().maxDoc()];
        for (int i = from; i < to; i++) {
            places[documents[i] - leaf.docBase] = i + 1;
        }
        TermsEnum terms = leaf.reader().terms(IndexBuilder.ID).iterator();
        PostingsEnum postings = null;
        for (BytesRef id = terms.next(); id != null; id = terms.next()) {
            postings = terms.postings(postings, PostingsEnum.NONE);
            while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                int place = places[postings.docID()];
                if (place > 0) {
                    ids[place - 1] = id.utf8ToString();
                }
            }
        }
    }
}
