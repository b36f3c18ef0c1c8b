package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.nearduplicate.groups.DocumentName;
import org.nearduplicate.groups.FieldFigures;
import org.nearduplicate.groups.LargeBucket;
import org.nearduplicate.groups.ShardDocuments;

/**
 * A field of a shard.
 *
 * @param figures its figures
 * @param examples how the first document of each of its largest buckets is called
 */
record ShardField(FieldFigures figures, List<DocumentName> examples) implements Writeable {

    ShardField {
        examples = List.copyOf(examples);
    }

    ShardField(StreamInput in) throws IOException {
        this(
                new FieldFigures(
                        new ShardDocuments(in.readVLong(), in.readVLong()),
                        in.readVLong(),
                        in.readVLong(),
                        in.readVLong(),
                        in.readVLong(),
                        in.readVLong(),
                        in.readCollectionAsList(ShardField::readBucket),
                        in.readVInt()),
                in);
    }

    private ShardField(FieldFigures figures, StreamInput in) throws IOException {
        this(
                figures,
                readNames(figures.largest().size(), in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVLong(figures.documents().documents());
        out.writeVLong(figures.documents().withoutSignature());
        out.writeVLong(figures.terms());
        out.writeVLong(figures.postings());
        out.writeVLong(figures.termBytes());
        out.writeVLong(figures.signatureBytes());
        out.writeVLong(figures.setBytes());
        out.writeCollection(figures.largest(), ShardField::writeBucket);
        out.writeVInt(figures.mostElsewhere());
        for (DocumentName example : examples) {
            out.writeString(example.id());
            out.writeOptionalString(example.routing());
        }
    }

    private static LargeBucket readBucket(StreamInput in) throws IOException {
        return new LargeBucket(
                in.readVInt(), in.readVInt(), in.readCollectionAsList(StreamInput::readVLong));
    }

    private static void writeBucket(StreamOutput out, LargeBucket bucket) throws IOException {
        out.writeVInt(bucket.documents());
        out.writeVInt(bucket.first());
        out.writeCollection(bucket.keys(), StreamOutput::writeVLong);
    }

    private static List<DocumentName> readNames(int count, StreamInput in) throws IOException {
        DocumentName[] names = new DocumentName[count];
        for (int i = 0; i < count; i++) {
            names[i] = new DocumentName(in.readString(), in.readOptionalString(), null);
        }
        return List.of(names);
    }
}
