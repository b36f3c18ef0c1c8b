package org.nearduplicate.lucene;

import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;
import org.nearduplicate.sketch.BandRows;

/** How a query finds its candidates. Immutable, part of the query's identity. */
sealed interface Lookup {

    /** Looks what there is in one segment; null if nothing is. {@code checkCancelled} throws if the search is to stop. */
    InSegment seek(LeafReader segment, String field, Runnable checkCancelled) throws IOException;

    /** Returns the Lucene field whose terms are looked up. */
    default String termsField(String field) {
        return field;
    }

    /** Returns the number of buckets that are looked up, without those that a limit left out or made smaller. */
    default int bucketCount() {
        return 0;
    }

    /** Leaves out the buckets that are too large, or makes them smaller. */
    default Lookup limit(BucketSizeLimit limit, String field) throws IOException {
        return this;
    }

    /** Returns the bytes that it takes, roughly. */
    default long ramBytesUsed() {
        return 0;
    }

    /** Says of a document that is no candidate why it is none. */
    String explainNone();

    /** The candidates that a lookup finds in one segment. Used by one scorer. */
    interface InSegment {

        /** Returns the number of postings that make candidates. */
        long cost();

        /**
         * Returns the candidates, each once; {@code leadCost} is how many documents will be sought at most. To be called
         * once.
         */
        DocIdSetIterator candidates(long leadCost) throws IOException;
    }

    /** Every document with a signature. */
    record Everything() implements Lookup {

        @Override
        public InSegment seek(LeafReader segment, String field, Runnable checkCancelled)
                throws IOException {
            DocIdSetIterator all = segment.getBinaryDocValues(field);
            return all == null ? null : new AllInSegment(all);
        }

        @Override
        public String explainNone() {
            return "no signature";
        }

        @Override
        public String toString() {
            return "every document";
        }

        private record AllInSegment(DocIdSetIterator all) implements InSegment {

            @Override
            public long cost() {
                return all.cost();
            }

            @Override
            public DocIdSetIterator candidates(long leadCost) {
                return all;
            }
        }
    }

    /**
     * The documents that agree with a text in the first rows of a band.
     *
     * @param terms the bands that are looked up, each with the rows that count
     * @param rows the rows that count where no limit takes more
     * @param bands the number of bands of the text
     */
    record Bands(TermKeys terms, int rows, int bands) implements Lookup {

        /** Looks up all bands of a text. */
        Bands(long[] keys, int rows) {
            this(TermKeys.ofRows(keys, rows), rows, keys.length);
        }

        @Override
        public InSegment seek(LeafReader segment, String field, Runnable checkCancelled)
                throws IOException {
            return BandLookup.seek(segment, field, terms, checkCancelled, System::nanoTime);
        }

        @Override
        public int bucketCount() {
            int count = 0;
            for (byte counting : terms.rows()) {
                count += counting == rows ? 1 : 0;
            }
            return count;
        }

        /** Where a bucket is too large, one of more rows may not be. */
        @Override
        public Lookup limit(BucketSizeLimit limit, String field) throws IOException {
            BitSet tooLarge = limit.tooLarge(field, terms);
            byte[] taken = terms.rows().clone();
            for (int i = tooLarge.nextSetBit(0); i >= 0; i = tooLarge.nextSetBit(i + 1)) {
                while (tooLarge.get(i) && taken[i] < BandRows.MOST) {
                    taken[i]++;
                    TermKeys narrower = TermKeys.ofRows(new long[] {terms.keys()[i]}, taken[i]);
                    tooLarge.set(i, limit.tooLarge(field, narrower).get(0));
                }
            }
            return new Bands(new TermKeys(terms.keys(), taken).without(tooLarge), rows, bands);
        }

        @Override
        public long ramBytesUsed() {
            return terms.ramBytesUsed();
        }

        @Override
        public String explainNone() {
            int limited = bands - bucketCount();
            return "the first " + rows + " rows in common of none of " + bands + " bands"
                    + (limited == 0 ? ""
                            : ", or of none but " + limited + " that [max_bucket_size] limits");
        }

        @Override
        public String toString() {
            return bands + " bands of " + rows + " rows";
        }
    }

    /**
     * The documents that share sampled shingles.
     *
     * @param terms those of the text
     * @param needed how many a document has to share at least, 1 or more
     * @param tooLarge the numbers of those whose buckets count, but find nothing
     */
    record SampledShingleTerms(TermKeys terms, int needed, BitSet tooLarge) implements Lookup {

        /** Where the field is hidden its sampled shingles find nothing either, even if these are not hidden. */
        @Override
        public InSegment seek(LeafReader segment, String field, Runnable checkCancelled)
                throws IOException {
            return segment.getFieldInfos().fieldInfo(field) == null
                    ? null
                    : SampledShingleLookup.seek(segment, termsField(field), this, checkCancelled);
        }

        @Override
        public String termsField(String field) {
            return StoredValues.sampledShinglesField(field);
        }

        /** Those that find something. */
        @Override
        public int bucketCount() {
            return terms.count() - tooLarge.cardinality();
        }

        @Override
        public Lookup limit(BucketSizeLimit limit, String field) throws IOException {
            return new SampledShingleTerms(terms, needed, limit.tooLarge(termsField(field), terms));
        }

        @Override
        public long ramBytesUsed() {
            return terms.ramBytesUsed() + (long) SampledShingleLookup.BYTES_OF_LARGE * terms.count()
                    + SampledShingleLookup.BYTES;
        }

        @Override
        public String explainNone() {
            return "fewer sampled shingles in common than " + needed + ", of " + terms.count()
                    + (tooLarge.isEmpty() ? ""
                            : ", or none but of " + tooLarge.cardinality()
                                    + " that [max_bucket_size] leaves out");
        }

        @Override
        public String toString() {
            return needed + " of " + terms.count() + " sampled shingles";
        }
    }
}
