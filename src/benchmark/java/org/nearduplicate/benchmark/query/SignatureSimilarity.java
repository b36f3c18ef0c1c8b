package org.nearduplicate.benchmark.query;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.lucene.SignatureFormat;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureComparison;

/**
 * The similarity of documents to a query text, as a function of their doc values: what the author of a
 * plugin would rescore candidates with. It is computed by our own comparison, and 0 below the minimum.
 */
final class SignatureSimilarity extends DoubleValuesSource {

    private final Signature signature;

    /**
     * @param signature that of the query text
     */
    SignatureSimilarity(Signature signature) {
        this.signature = signature;
    }

    @Override
    public DoubleValues getValues(LeafReaderContext context, DoubleValues scores)
            throws IOException {
        BinaryDocValues values = context.reader().getBinaryDocValues(Settings.FIELD);
        SignatureComparison comparison = new SignatureComparison(
                signature.hashCount(), Settings.MIN_SIMILARITY);
        return new DoubleValues() {
            @Override
            public double doubleValue() throws IOException {
                BytesRef value = values.binaryValue();
                return Math.max(
                        0,
                        comparison.similarity(
                                signature,
                                SignatureFormat.shingleCount(value.bytes, value.offset),
                                value.bytes,
                                SignatureFormat.componentsOffset(value.offset)));
            }

            @Override
            public boolean advanceExact(int doc) throws IOException {
                return values.advanceExact(doc);
            }
        };
    }

    @Override
    public boolean needsScores() {
        return false;
    }

    @Override
    public DoubleValuesSource rewrite(IndexSearcher searcher) {
        return this;
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
        return DocValues.isCacheable(context, Settings.FIELD);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SignatureSimilarity that && signature.equals(that.signature);
    }

    @Override
    public int hashCode() {
        return signature.hashCode();
    }

    @Override
    public String toString() {
        return "similarity(" + signature + ")";
    }
}
