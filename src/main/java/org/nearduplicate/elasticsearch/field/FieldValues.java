package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.index.fielddata.FieldData;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.fielddata.IndexNumericFieldData;
import org.elasticsearch.index.fielddata.IndexNumericFieldData.NumericType;
import org.elasticsearch.index.fielddata.IndexOrdinalsFieldData;
import org.elasticsearch.index.fielddata.LeafNumericFieldData;
import org.elasticsearch.index.fielddata.plain.SortedNumericIndexFieldData.NanoSecondFieldData;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MappedFieldType.FielddataOperation;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * The doc values of a field that a request names: numbers, or bytes that have an order.
 *
 * @param data an {@link IndexNumericFieldData} or an {@link IndexOrdinalsFieldData}
 * @param type the type of the field in the mapping, one for all that have equal values for equal texts
 */
public record FieldValues(IndexFieldData<?> data, String type) {

    /** Fields of these have equal values for equal numbers. */
    private static final Set<String> INTEGERS = Set.of("byte", "short", "integer", "long");

    /** As a whole its values are those of any of its keys; in a document in memory the bytes of others are read for those of a key. */
    private static final String FLATTENED = "flattened";

    private static final String NO_MAPPING = "which has no mapping";

    /**
     * Opens the values of a shard.
     *
     * @param parameter the parameter that names the field, for errors
     * @throws IllegalArgumentException if there is no such field, or no order of its values
     */
    public static FieldValues open(
            SearchExecutionContext context, String parameter, String field) {
        MappedFieldType fieldType = context.getFieldType(field);
        if (fieldType == null) {
            throw refusal(context, parameter, field, NO_MAPPING);
        }
        if (fieldType.hasDocValues() == false) {
            throw refusal(context, parameter, field, "of type [" + fieldType.typeName()
                    + "] without doc values");
        }
        String nested = context.nestedLookup().getNestedParent(field);
        if (nested != null) {
            throw refusal(context, parameter, field, "inside of [" + nested + "]");
        }
        if (fieldType.isAggregatable()) {
            IndexFieldData<?> data = context.getForField(fieldType, FielddataOperation.SEARCH);
            if (data instanceof IndexNumericFieldData || data instanceof IndexOrdinalsFieldData) {
                return new FieldValues(data, fieldType.familyTypeName());
            }
        }
        throw refusal(context, parameter, field, "of type [" + fieldType.typeName()
                + "] whose values have no order");
    }

    /**
     * Opens the values of a shard, if the caller sees them, and if they are known of a document before an index has it.
     *
     * @throws IllegalArgumentException if there is no such field, as far as the caller sees, or its values cannot be compared
     */
    public static FieldValues openShown(
            SearchExecutionContext context, String parameter, String field) {
        MappedFieldType fieldType = context.getFieldType(field);
        if (fieldType != null && isHidden(context.getIndexReader(), fieldType.name())) {
            throw refusal(context, parameter, field, NO_MAPPING);
        }
        FieldValues values = open(context, parameter, field);
        if (context.isMetadataField(field) || values.type.equals(FLATTENED)) {
            throw refusal(context, parameter, field, "of type [" + values.type
                    + "] whose values cannot be compared");
        }
        return values;
    }

    /** Returns whether field-level security hides a field: then the reader does not even know it, and segments do. */
    private static boolean isHidden(IndexReader reader, String field) {
        return reader != null && reader.leaves().stream().anyMatch(segment -> {
            LeafReader whole = FilterLeafReader.unwrap(segment.reader());
            return whole.getFieldInfos().fieldInfo(field) != null
                    && segment.reader().getFieldInfos().fieldInfo(field) == null;
        });
    }

    /** Returns the kind of the values; those of one kind are equal if they are the same. */
    public String exactKind() {
        return INTEGERS.contains(type) ? "integer" : type;
    }

    /** Returns the kind of the values; those of one kind have an order. */
    public String kind() {
        if (data instanceof IndexNumericFieldData numeric) {
            NumericType type = numeric.getNumericType();
            return switch (type) {
                case BYTE, SHORT, INT, LONG -> "integer";
                case HALF_FLOAT, FLOAT, DOUBLE -> "floating point";
                default -> type.name().toLowerCase(Locale.ROOT);
            };
        }
        return data.getValuesSourceType().typeName();
    }

    /** Returns whether the values are dates. */
    public boolean areDates() {
        return data instanceof IndexNumericFieldData numeric
                && (numeric.getNumericType() == NumericType.DATE
                        || numeric.getNumericType() == NumericType.DATE_NANOSECONDS);
    }

    /** Numbers that a document has, in their order; as often as they were written. */
    public interface Numbers {

        /** Moves to a document; false if it has none. */
        boolean advance(int doc) throws IOException;

        /** Returns how many it has. */
        int count();

        /** Returns the next of them. */
        long next() throws IOException;
    }

    /** Returns whether the values are numbers. */
    public boolean areNumbers() {
        return data instanceof IndexNumericFieldData;
    }

    /** Opens the numbers of a segment, as longs of the same order. */
    public Numbers numbers(LeafReaderContext segment) {
        IndexNumericFieldData numeric = (IndexNumericFieldData) data;
        LeafNumericFieldData numbers = numeric.load(segment);
        // Nanoseconds would be rounded to milliseconds, and fractions cut off. The type depends on the version.
        var longs = numbers instanceof NanoSecondFieldData nanos
                ? nanos.getLongValuesAsNanos()
                : numeric.getNumericType().isFloatingPoint()
                        ? FieldData.toSortableLongBits(numbers.getDoubleValues())
                        : numbers.getLongValues();
        return new Numbers() {

            @Override
            public boolean advance(int doc) throws IOException {
                return longs.advanceExact(doc);
            }

            @Override
            public int count() {
                return longs.docValueCount();
            }

            @Override
            public long next() throws IOException {
                return longs.nextValue();
            }
        };
    }

    /** Returns the date that one of the numbers is. */
    public Instant date(long number) {
        return ((IndexNumericFieldData) data).getNumericType() == NumericType.DATE_NANOSECONDS
                ? Instant.ofEpochSecond(0, number)
                : Instant.ofEpochMilli(number);
    }

    /** Returns the refusal of a field. */
    public static IllegalArgumentException refusal(
            SearchExecutionContext context, String parameter, String field, String what) {
        return new IllegalArgumentException(
                "[" + parameter + "] must be a field with doc values that have an order, got ["
                        + field + "] of index [" + context.index().getName() + "], " + what);
    }
}
