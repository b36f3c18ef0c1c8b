package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;
import org.elasticsearch.index.fielddata.IndexNumericFieldData;
import org.elasticsearch.index.fielddata.LeafNumericFieldData;
import org.elasticsearch.index.fielddata.plain.SortedNumericIndexFieldData.NanoSecondFieldData;
import org.elasticsearch.search.MultiValueMode;
import org.nearduplicate.elasticsearch.peers.FieldValues;

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
        MultiValueMode mode = highest ? MultiValueMode.MAX : MultiValueMode.MIN;
        // The types of what a mode selects from, and of what it selects, depend on the version.
        if (values.data() instanceof IndexNumericFieldData numeric) {
            LeafNumericFieldData numbers = numeric.load(leaf);
            if (numeric.getNumericType().isFloatingPoint()) {
                var doubles = mode.select(numbers.getDoubleValues());
                return doc -> doubles.advanceExact(doc)
                        ? key(NumericUtils.doubleToSortableLong(doubles.doubleValue()))
                        : null;
            }
            // As longs, nanoseconds would be rounded to milliseconds.
            var longs = mode.select(
                    numbers instanceof NanoSecondFieldData nanos
                            ? nanos.getLongValuesAsNanos()
                            : numbers.getLongValues());
            return doc -> longs.advanceExact(doc) ? key(longs.longValue()) : null;
        }
        BinaryDocValues bytes = mode.select(values.data().load(leaf).getBytesValues(), null);
        return doc -> bytes.advanceExact(doc) ? BytesRef.deepCopyOf(bytes.binaryValue()) : null;
    }

    private static BytesRef key(long value) {
        byte[] key = new byte[Long.BYTES];
        NumericUtils.longToSortableBytes(value, key, 0);
        return new BytesRef(key);
    }
}
