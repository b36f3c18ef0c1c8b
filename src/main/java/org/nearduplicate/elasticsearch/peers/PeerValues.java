package org.nearduplicate.elasticsearch.peers;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.nearduplicate.elasticsearch.field.FieldValues;
import org.nearduplicate.elasticsearch.peers.PeerOptions.Missing;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.groups.shard.PeerSource;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.peers.ValuesHash;

/**
 * Reads of documents what makes them peers of others. Immutable; what it opens of a segment is for one thread.
 *
 * @param same the values that are the same
 * @param missing whether documents without a value are peers of each other, or of none
 * @param time the times, or null if they do not matter
 */
public record PeerValues(
        PeerFormat format, List<FieldValues> same, Missing missing, FieldValues time)
        implements PeerSource {

    /**
     * Opens the values of a shard.
     *
     * @throws IllegalArgumentException if one of the fields has no values that can be compared
     */
    public static PeerValues open(SearchExecutionContext context, PeerOptions options) {
        List<FieldValues> same = options.same()
                .stream()
                .map(field -> FieldValues.openShown(context, PeerOptions.SAME, field))
                .toList();
        return new PeerValues(
                options.format(), same, options.missing(),
                options.within() == null ? null : time(context, options.within().field()));
    }

    private static FieldValues time(SearchExecutionContext context, String field) {
        String parameter = PeerOptions.Within.FIELD;
        FieldValues values = FieldValues.openShown(context, parameter, field);
        if (values.areDates()) {
            return values;
        }
        throw new IllegalArgumentException(
                "[" + parameter + "] must be a field of dates, got [" + field + "] of index ["
                        + context.index().getName() + "], whose values are of the kind ["
                        + values.kind() + "]");
    }

    /** Returns the kinds of the values; only documents with values of the same kinds can be compared. */
    public String kinds() {
        return String.join(", ", same.stream().map(FieldValues::exactKind).toList());
    }

    /** All but those that lack a time, or a value if these are peers of none. */
    @Override
    public Participants.Selection mayHavePeers() {
        return segment -> {
            List<ValuesOf> fields = missing == Missing.SAME ? List.of() : values(segment);
            TimeOf times = times(segment);
            return doc -> haveValues(fields, doc) && (time == null || times.read(doc) != null);
        };
    }

    private static boolean haveValues(List<ValuesOf> fields, int doc) throws IOException {
        for (ValuesOf field : fields) {
            if (field.advance(doc) == false) {
                return false;
            }
        }
        return true;
    }

    /**
     * Opens a segment.
     *
     * @return what gives the peer bytes of a document, or null for one that is a peer of none
     */
    @Override
    public DocumentSource.Reader<BytesRef> open(LeafReaderContext segment, boolean dense) {
        List<ValuesOf> fields = values(segment);
        TimeOf times = times(segment);
        ValuesHash hash = new ValuesHash();
        BytesRef peer = new BytesRef(new byte[format.length()]);
        return doc -> {
            Instant at = times.read(doc);
            if (time != null) {
                if (at == null) {
                    return null;
                }
                format.putTime(peer.bytes, 0, at);
            }
            if (missing == Missing.NONE && haveValues(fields, doc) == false) {
                return null;
            }
            if (format.hasValues()) {
                for (ValuesOf field : fields) {
                    if (missing == Missing.NONE || field.advance(doc)) {
                        field.addTo(hash);
                    }
                    hash.endField();
                }
                hash.writeTo(peer.bytes, 0);
            }
            return peer;
        };
    }

    /** The values that a document has in a field. */
    private interface ValuesOf {

        /** Moves to a document; false if it has none. */
        boolean advance(int doc) throws IOException;

        /** Adds the values of the document to a hash, each once. */
        void addTo(ValuesHash hash) throws IOException;
    }

    private List<ValuesOf> values(LeafReaderContext segment) {
        return same.stream().map(values -> values(values, segment)).toList();
    }

    private static ValuesOf values(FieldValues values, LeafReaderContext segment) {
        if (values.areNumbers()) {
            return new NumbersOf(values.numbers(segment));
        }
        var bytes = values.data().load(segment).getBytesValues();
        return new ValuesOf() {

            @Override
            public boolean advance(int doc) throws IOException {
                return bytes.advanceExact(doc);
            }

            @Override
            public void addTo(ValuesHash hash) throws IOException {
                for (int i = bytes.docValueCount(); i > 0; i--) {
                    BytesRef value = bytes.nextValue();
                    hash.add(value.bytes, value.offset, value.length);
                }
            }
        };
    }

    private record NumbersOf(FieldValues.Numbers numbers) implements ValuesOf {

        @Override
        public boolean advance(int doc) throws IOException {
            return numbers.advance(doc);
        }

        @Override
        public void addTo(ValuesHash hash) throws IOException {
            long before = 0;
            for (int i = 0; i < numbers.count(); i++) {
                long value = numbers.next();
                if (i == 0 || value != before) {
                    hash.add(value);
                }
                before = value;
            }
        }
    }

    /** Reads when a document is. */
    @FunctionalInterface
    private interface TimeOf {

        /** Returns its time, the earliest of several, or null if it has none. */
        Instant read(int doc) throws IOException;
    }

    private TimeOf times(LeafReaderContext segment) {
        if (time == null) {
            return doc -> null;
        }
        FieldValues.Numbers numbers = time.numbers(segment);
        return doc -> numbers.advance(doc) ? time.date(numbers.next()) : null;
    }
}
