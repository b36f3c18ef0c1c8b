package org.nearduplicate.benchmark.query;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.BytesRef;
import org.nearduplicate.benchmark.Settings;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.SignatureComparison;
import org.nearduplicate.sketch.Sketch;

/**
 * The similarity of documents to a query text, as a function of their doc values: what the author of a
 * plugin would rescore candidates with. It is computed by our own comparison, and 0 below the minimum.
 */
final class SignatureSimilarity extends DoubleValuesSource {

    private final byte[] signature;

    /**
     * @param sketch that of the query text
     */
    SignatureSimilarity(Sketch sketch) {
        this.signature = Signature.of(sketch).stored();
    }

    @Override
    public DoubleValues getValues(LeafReaderContext context, DoubleValues scores)
            throws IOException {
        BinaryDocValues values = context.reader().getBinaryDocValues(Settings.FIELD);
        SignatureComparison comparison = new SignatureComparison(
                Settings.scheme().signatureFormat(), Settings.MIN_SIMILARITY);
        return new DoubleValues() {
            @Override
            public double doubleValue() throws IOException {
                BytesRef value = values.binaryValue();
                return Math.max(
                        0,
                        comparison.similarity(signature, 0, value.bytes, value.offset));
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
        return other instanceof SignatureSimilarity that
                && Arrays.equals(signature, that.signature);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(signature);
    }

    @Override
    public String toString() {
        return "similarity of signatures";
    }
}
