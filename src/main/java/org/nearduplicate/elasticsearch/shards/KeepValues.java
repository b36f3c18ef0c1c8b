package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.Locale;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.fielddata.IndexNumericFieldData;
import org.elasticsearch.index.fielddata.IndexNumericFieldData.NumericType;
import org.elasticsearch.index.fielddata.IndexOrdinalsFieldData;
import org.elasticsearch.index.fielddata.LeafNumericFieldData;
import org.elasticsearch.index.fielddata.plain.SortedNumericIndexFieldData.NanoSecondFieldData;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MappedFieldType.FielddataOperation;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.MultiValueMode;

/**
 * The values of the field that chooses keepers, as bytes whose order is that of the values. Of several
 * values of a document the lowest or the highest counts.
 *
 * @param highest whether the highest counts
 */
record KeepValues(IndexFieldData<?> fieldData, boolean highest) {

    /** Reads the key of one document after the other. */
    @FunctionalInterface
    interface Leaf {

        /** Returns the key of a document, or null if it has no value. Documents ascend. */
        BytesRef key(int doc) throws IOException;
    }

    /**
     * Opens the values of a shard.
     *
     * @throws IllegalArgumentException if there is no such field, or no order of its values
     */
    static KeepValues open(SearchExecutionContext context, String field, boolean highest) {
        MappedFieldType fieldType = context.getFieldType(field);
        if (fieldType == null) {
            throw refuse(context, field, "which has no mapping");
        }
        if (fieldType.hasDocValues() == false) {
            throw refuse(context, field, "of type [" + fieldType.typeName()
                    + "] without doc values");
        }
        String nested = context.nestedLookup().getNestedParent(field);
        if (nested != null) {
            throw refuse(context, field, "inside of [" + nested + "]");
        }
        if (fieldType.isAggregatable()) {
            IndexFieldData<?> fieldData =
                    context.getForField(fieldType, FielddataOperation.SEARCH);
            if (fieldData instanceof IndexNumericFieldData
                    || fieldData instanceof IndexOrdinalsFieldData) {
                return new KeepValues(fieldData, highest);
            }
        }
        throw refuse(context, field, "of type [" + fieldType.typeName()
                + "] whose values have no order");
    }

    /** Returns the kind of the values; only keys of one kind can be compared. */
    String kind() {
        if (fieldData instanceof IndexNumericFieldData numeric) {
            NumericType type = numeric.getNumericType();
            return switch (type) {
                case BYTE, SHORT, INT, LONG -> "integer";
                case HALF_FLOAT, FLOAT, DOUBLE -> "floating point";
                default -> type.name().toLowerCase(Locale.ROOT);
            };
        }
        return fieldData.getValuesSourceType().typeName();
    }

    /** Opens the values of one segment. */
    Leaf leaf(LeafReaderContext leaf) {
        MultiValueMode mode = highest ? MultiValueMode.MAX : MultiValueMode.MIN;
        // The types of what a mode selects from, and of what it selects, depend on the version.
        if (fieldData instanceof IndexNumericFieldData numeric) {
            LeafNumericFieldData values = numeric.load(leaf);
            if (numeric.getNumericType().isFloatingPoint()) {
                var doubles = mode.select(values.getDoubleValues());
                return doc -> doubles.advanceExact(doc)
                        ? key(NumericUtils.doubleToSortableLong(doubles.doubleValue()))
                        : null;
            }
            // As longs, nanoseconds would be rounded to milliseconds.
            var longs = mode.select(
                    values instanceof NanoSecondFieldData nanos
                            ? nanos.getLongValuesAsNanos()
                            : values.getLongValues());
            return doc -> longs.advanceExact(doc) ? key(longs.longValue()) : null;
        }
        BinaryDocValues bytes = mode.select(fieldData.load(leaf).getBytesValues(), null);
        return doc -> bytes.advanceExact(doc) ? BytesRef.deepCopyOf(bytes.binaryValue()) : null;
    }

    private static BytesRef key(long value) {
        byte[] key = new byte[Long.BYTES];
        NumericUtils.longToSortableBytes(value, key, 0);
        return new BytesRef(key);
    }

    private static IllegalArgumentException refuse(
            SearchExecutionContext context, String field, String what) {
        return new IllegalArgumentException(
                "[keep.field] must be a field with doc values that have an order, got [" + field
                        + "] of index [" + context.index().getName() + "], " + what);
    }
}
