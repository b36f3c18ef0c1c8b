package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.nearduplicate.elasticsearch.shards.Call.Wire;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;

/**
 * The calls of a job: one to open a session, and those to an open session, as {@link
 * org.nearduplicate.groups.shard.Shard} has them.
 */
public final class SessionCalls {

    /** How the name of a document is sent. */
    public static final Wire<DocumentName> NAME = new Wire<>(
            in -> new DocumentName(
                    in.readString(), in.readOptionalString(),
                    in.readOptional(StreamInput::readBytesRef)),
            (out, name) -> {
                out.writeString(name.id());
                out.writeOptionalString(name.routing());
                out.writeOptional(StreamOutput::writeBytesRef, name.keepKey());
            });

    /** How numbers that ascend are sent: each by how much it is more than the one before, of many a byte or two. */
    public static final Wire<int[]> ASCENDING = new Wire<>(
            in -> {
                int[] numbers = in.readVIntArray();
                for (int i = 1; i < numbers.length; i++) {
                    numbers[i] += numbers[i - 1];
                }
                return numbers;
            },
            (out, numbers) -> {
                out.writeVInt(numbers.length);
                int before = 0;
                for (int number : numbers) {
                    out.writeVInt(number - before);
                    before = number;
                }
            });

    private static final Wire<byte[]> BYTES = new Wire<>(
            StreamInput::readByteArray, StreamOutput::writeByteArray);

    /** Opens a session; the answer is null where the shard is left out. */
    static final Call<ShardTarget, ShardView, ShardHandle> OPEN = call(
            "open", ShardTarget::new, Wire.of(ShardView::new),
            new Wire<>(
                    in -> in.readOptionalWriteable(ShardHandle::new),
                    StreamOutput::writeOptionalWriteable));
    static final Call<Session, Scan, BandBlock> SCAN = call(
            "walk", Session::new,
            new Wire<>(
                    in -> new Scan(
                            readPosition(in),
                            new ScanOptions(
                                    in.readVInt(), in.readVInt(), in.readVInt(), in.readVInt(),
                                    in.readVLong())),
                    (out, scan) -> {
                        writePosition(scan.start, out);
                        out.writeVInt(scan.options.minDocuments());
                        out.writeVInt(scan.options.rows());
                        out.writeVInt(scan.options.maxVisits());
                        out.writeVInt(scan.options.maxBytes());
                        out.writeVLong(scan.options.endKey());
                    }),
            new Wire<>(
                    in -> new BandBlock(in.readVLong(), readPosition(in), in.readByteArray()),
                    (out, block) -> {
                        out.writeVLong(block.leftOut());
                        writePosition(block.next(), out);
                        out.writeByteArray(block.bytes());
                    }));
    static final Call<Session, int[], byte[]> SIGNATURES =
            call("signatures", Session::new, ASCENDING, BYTES);
    static final Call<Session, int[], byte[]> SHINGLE_SETS =
            call("shingle_sets", Session::new, ASCENDING, BYTES);
    static final Call<Session, int[], List<DocumentName>> NAMES =
            call("names", Session::new, ASCENDING, NAME.list());

    /** Opens a session in this one, which shows some documents. */
    static final Call<Session, int[], String> ONLY = call(
            "only", Session::new, ASCENDING,
            new Wire<>(StreamInput::readString, StreamOutput::writeString));
    static final Call<Session, Void, Void> KEEP_ALIVE =
            call("keep_alive", Session::new, Wire.NOTHING, Wire.NOTHING);
    static final Call<Session, Void, Void> CLOSE =
            call("close", Session::new, Wire.NOTHING, Wire.NOTHING);

    private SessionCalls() {}

    /**
     * An open session, which every message keeps alive.
     *
     * @param indices how the user named its index alone
     */
    record Session(OriginalIndices indices, String id) implements Call.Subject {

        Session(StreamInput in) throws IOException {
            this(OriginalIndices.readOriginalIndices(in), in.readString());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            OriginalIndices.writeOriginalIndices(indices, out);
            out.writeString(id);
        }
    }

    /** A scan of band terms. */
    record Scan(ScanPosition start, ScanOptions options) {}

    /** All messages are reads of indices, so that the privilege to read an index allows them. */
    private static <S extends Call.Subject, Q, A> Call<S, Q, A> call(
            String name, Writeable.Reader<S> subject, Wire<Q> question, Wire<A> answer) {
        return new Call<>(
                "indices:data/read/near_duplicate/shard[" + name + "]", subject, question,
                answer);
    }

    private static ScanPosition readPosition(StreamInput in) throws IOException {
        return new ScanPosition(in.readVLong(), in.readVInt());
    }

    private static void writePosition(ScanPosition position, StreamOutput out)
            throws IOException {
        out.writeVLong(position.key());
        out.writeVInt(position.doc());
    }
}
