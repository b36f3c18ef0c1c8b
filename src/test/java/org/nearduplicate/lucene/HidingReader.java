package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/**
 * Shows documents that have no value in a numeric field, as document-level security shows some: by the live
 * documents alone, with the term statistics of all. Counts how often postings are opened.
 */
final class HidingReader extends FilterDirectoryReader {

    private final String hidden;

    HidingReader(DirectoryReader in, String hidden) throws IOException {
        super(in, new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader reader) {
                try {
                    return new Segment(reader, hidden);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        });
        this.hidden = hidden;
    }

    /** Returns how often the postings of a term were opened, in all segments. */
    int postingsRead() {
        return leaves().stream().mapToInt(leaf -> ((Segment) leaf.reader()).postingsRead).sum();
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
        return new HidingReader(in, hidden);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
        return null;
    }

    private static final class Segment extends FilterLeafReader {

        private final Bits shown;
        private final int numDocs;
        private int postingsRead;

        Segment(LeafReader in, String hidden) throws IOException {
            super(in);
            BitSet bits = shown(in, hidden);
            boolean all = bits.cardinality() == in.maxDoc();
            this.shown = all ? null : bits;
            this.numDocs = bits.cardinality();
        }

        @Override
        public Bits getLiveDocs() {
            return shown;
        }

        @Override
        public int numDocs() {
            return numDocs;
        }

        @Override
        public Terms terms(String field) throws IOException {
            Terms terms = in.terms(field);
            return terms == null ? null : new FilterTerms(terms) {
                @Override
                public TermsEnum iterator() throws IOException {
                    return new FilterTermsEnum(in.iterator()) {
                        @Override
                        public PostingsEnum postings(PostingsEnum reuse, int flags)
                                throws IOException {
                            postingsRead++;
                            return in.postings(reuse, flags);
                        }
                    };
                }
            };
        }

        @Override
        public CacheHelper getCoreCacheHelper() {
            return in.getCoreCacheHelper();
        }

        @Override
        public CacheHelper getReaderCacheHelper() {
            return null;
        }

        private static BitSet shown(LeafReader in, String hidden) throws IOException {
            FixedBitSet shown = new FixedBitSet(in.maxDoc());
            shown.set(0, in.maxDoc());
            Bits live = in.getLiveDocs();
            for (int doc = 0; live != null && doc < in.maxDoc(); doc++) {
                if (live.get(doc) == false) {
                    shown.clear(doc);
                }
            }
            NumericDocValues values = in.getNumericDocValues(hidden);
            while (values != null && values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                shown.clear(values.docID());
            }
            return shown;
        }
    }
}
