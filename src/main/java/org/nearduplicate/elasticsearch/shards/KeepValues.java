package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;
import org.elasticsearch.search.MultiValueMode;
import org.nearduplicate.elasticsearch.field.FieldValues;

/**
 * The values of the field that chooses keepers, as bytes whose order is that of the values. Of several
 * values of a document the lowest or the highest counts.
 *
 * @param highest whether the highest counts
 */
record KeepValues(FieldValues values, boolean highest) {

    /** Reads the key of one document after the other. */
    @FunctionalInterface
    interface Leaf {

        /** Returns the key of a document, or null if it has no value. Documents ascend. */
        BytesRef key(int doc) throws IOException;
    }

    /** Opens the values of one segment. */
    Leaf leaf(LeafReaderContext leaf) {
        if (values.areNumbers()) {
            FieldValues.Numbers numbers = values.numbers(leaf);
            return doc -> numbers.advance(doc) ? key(numbers) : null;
        }
        MultiValueMode mode = highest ? MultiValueMode.MAX : MultiValueMode.MIN;
        BinaryDocValues bytes = mode.select(values.data().load(leaf).getBytesValues(), null);
        return doc -> bytes.advanceExact(doc) ? BytesRef.deepCopyOf(bytes.binaryValue()) : null;
    }

    private BytesRef key(FieldValues.Numbers numbers) throws IOException {
        long value = numbers.next();
        for (int more = highest ? numbers.count() - 1 : 0; more > 0; more--) {
            value = numbers.next();
        }
        byte[] key = new byte[Long.BYTES];
        NumericUtils.longToSortableBytes(value, key, 0);
        return new BytesRef(key);
    }
}
