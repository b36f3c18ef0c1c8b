package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.ShardDocuments;
import org.nearduplicate.passages.SharedPassage;
import org.nearduplicate.stats.BucketExample;
import org.nearduplicate.stats.FieldFigures;
import org.nearduplicate.stats.FieldFigures.LargeBuckets;
import org.nearduplicate.stats.FieldFigures.TermFigures;

/** The answer of a shard: its fields by their names. */
record ShardStats(Map<String, ShardField> fields) implements Writeable {

    /** What the figures of a field take on the heap, with its name. */
    private static final long FIELD_BYTES = 400;

    /** What the buckets with one first document take, and the name of that document without its characters. */
    private static final long BUCKETS_BYTES = 250;

    /** What one bucket takes in its map. */
    private static final long BUCKET_BYTES = 80;

    ShardStats {
        fields = new TreeMap<>(fields);
    }

    ShardStats(StreamInput in) throws IOException {
        this(in.readMap(ShardField::read));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeMap(fields, StreamOutput::writeWriteable);
    }

    /** Estimates the bytes on the heap. */
    long ramBytesUsed() {
        return fields.values().stream().mapToLong(ShardField::ramBytesUsed).sum();
    }

    /**
     * A field of a shard.
     *
     * @param figures its figures
     * @param examples what is shown of its largest buckets
     */
    record ShardField(FieldFigures figures, List<BucketExample> examples) implements Writeable {

        static ShardField read(StreamInput in) throws IOException {
            FieldFigures figures = new FieldFigures(
                    new ShardDocuments(in.readVLong(), in.readVLong(), in.readVLong()),
                    readTerms(in),
                    readTerms(in),
                    in.readVLong(),
                    in.readVLong(),
                    in.readCollectionAsList(ShardField::readBuckets),
                    in.readVInt());
            List<BucketExample> examples = new ArrayList<>();
            while (examples.size() < figures.largest().size()) {
                examples.add(readExample(in));
            }
            return new ShardField(figures, examples);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVLong(figures.documents().documents());
            out.writeVLong(figures.documents().withoutSignature());
            out.writeVLong(figures.documents().ofOneShingle());
            writeTerms(out, figures.bandTerms());
            writeTerms(out, figures.sampled());
            out.writeVLong(figures.signatureBytes());
            out.writeVLong(figures.setBytes());
            out.writeCollection(figures.largest(), ShardField::writeBuckets);
            out.writeVInt(figures.mostElsewhere());
            for (BucketExample example : examples) {
                writeExample(out, example);
            }
        }

        private long ramBytesUsed() {
            long bytes = FIELD_BYTES;
            for (LargeBuckets buckets : figures.largest()) {
                bytes += BUCKETS_BYTES + buckets.documents().size() * BUCKET_BYTES;
            }
            for (BucketExample example : examples) {
                bytes += ramBytesUsed(example.document().id())
                        + ramBytesUsed(example.document().routing())
                        + (example.passage() == null
                                ? 0
                                : ramBytesUsed(example.passage().text()));
            }
            return bytes;
        }

        private static long ramBytesUsed(String characters) {
            return characters == null ? 0 : (long) Character.BYTES * characters.length();
        }

        private static TermFigures readTerms(StreamInput in) throws IOException {
            return new TermFigures(in.readVLong(), in.readVLong(), in.readVLong());
        }

        private static void writeTerms(StreamOutput out, TermFigures figures) throws IOException {
            out.writeVLong(figures.terms());
            out.writeVLong(figures.postings());
            out.writeVLong(figures.bytes());
        }

        private static BucketExample readExample(StreamInput in) throws IOException {
            DocumentName document =
                    new DocumentName(in.readString(), in.readOptionalString(), null);
            return new BucketExample(
                    document,
                    in.readBoolean() ? new SharedPassage(in.readString(), in.readBoolean()) : null);
        }

        private static void writeExample(StreamOutput out, BucketExample example)
                throws IOException {
            out.writeString(example.document().id());
            out.writeOptionalString(example.document().routing());
            SharedPassage passage = example.passage();
            out.writeBoolean(passage != null);
            if (passage != null) {
                out.writeString(passage.text());
                out.writeBoolean(passage.isCut());
            }
        }

        private static LargeBuckets readBuckets(StreamInput in) throws IOException {
            int first = in.readVInt();
            int family = in.readVInt();
            TreeMap<Long, Integer> documents =
                    new TreeMap<>(in.readMap(StreamInput::readVLong, StreamInput::readVInt));
            if (documents.isEmpty()) {
                throw new IllegalArgumentException(
                        "a document begins at least one of the buckets that are told, got none");
            }
            return new LargeBuckets(first, family, documents);
        }

        private static void writeBuckets(StreamOutput out, LargeBuckets buckets)
                throws IOException {
            out.writeVInt(buckets.first());
            out.writeVInt(buckets.family());
            out.writeMap(buckets.documents(), StreamOutput::writeVLong, StreamOutput::writeVInt);
        }
    }
}
