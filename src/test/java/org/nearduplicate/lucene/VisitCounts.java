package org.nearduplicate.lucene;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterBinaryDocValues;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** Counts the terms, documents and values that are read of an index. For one thread. */
public final class VisitCounts {

    private long terms;
    private long documents;
    private long values;

    /** Returns a reader whose terms, documents and values are counted here. */
    public DirectoryReader count(DirectoryReader reader) throws IOException {
        return new CountingReader(reader);
    }

    /** Returns how often a next term was read since the last call. */
    public long terms() {
        long count = terms;
        terms = 0;
        return count;
    }

    /** Returns how often a next document was read since the last call. */
    public long documents() {
        long count = documents;
        documents = 0;
        return count;
    }

    /** Returns how often a binary doc value was read since the last call. */
    long values() {
        long count = values;
        values = 0;
        return count;
    }

    private final class CountingReader extends FilterDirectoryReader {

        CountingReader(DirectoryReader reader) throws IOException {
            super(reader, new SubReaderWrapper() {

                @Override
                public LeafReader wrap(LeafReader leaf) {
                    return new CountingLeaf(leaf);
                }
            });
        }

        @Override
        protected DirectoryReader doWrapDirectoryReader(DirectoryReader reader)
                throws IOException {
            return new CountingReader(reader);
        }

        @Override
        public CacheHelper getReaderCacheHelper() {
            return null;
        }
    }

    private final class CountingLeaf extends FilterLeafReader {

        CountingLeaf(LeafReader leaf) {
            super(leaf);
        }

        @Override
        public Terms terms(String field) throws IOException {
            Terms all = super.terms(field);
            return all == null ? null : new FilterTerms(all) {

                @Override
                public TermsEnum iterator() throws IOException {
                    return new CountingTerms(in.iterator());
                }
            };
        }

        @Override
        public BinaryDocValues getBinaryDocValues(String field) throws IOException {
            BinaryDocValues all = super.getBinaryDocValues(field);
            return all == null ? null : new FilterBinaryDocValues(all) {

                @Override
                public boolean advanceExact(int doc) throws IOException {
                    values++;
                    return super.advanceExact(doc);
                }
            };
        }

        @Override
        public CacheHelper getCoreCacheHelper() {
            return null;
        }

        @Override
        public CacheHelper getReaderCacheHelper() {
            return null;
        }
    }

    private final class CountingTerms extends FilterLeafReader.FilterTermsEnum {

        CountingTerms(TermsEnum all) {
            super(all);
        }

        @Override
        public BytesRef next() throws IOException {
            terms++;
            return super.next();
        }

        @Override
        public PostingsEnum postings(PostingsEnum reuse, int flags) throws IOException {
            return new FilterLeafReader.FilterPostingsEnum(super.postings(null, flags)) {

                @Override
                public int nextDoc() throws IOException {
                    documents++;
                    return super.nextDoc();
                }

                @Override
                public int advance(int target) throws IOException {
                    documents++;
                    return super.advance(target);
                }
            };
        }
    }
}
