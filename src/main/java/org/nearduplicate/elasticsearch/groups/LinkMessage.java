package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.elasticsearch.request.AscendingInts;
import org.nearduplicate.elasticsearch.shards.ShardHandles;
import org.nearduplicate.groups.GroupsOptions;
import org.nearduplicate.groups.KeyRange;
import org.nearduplicate.groups.RangeLinks;

/** Asks a node to link the documents of a range of terms. */
final class LinkMessage extends PieceMessage {

    private final KeyRange range;

    LinkMessage(ShardHandles shards, GroupsOptions options, KeyRange range) {
        super(shards, options);
        this.range = range;
    }

    LinkMessage(StreamInput in) throws IOException {
        super(in);
        this.range = new KeyRange(in.readVLong(), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeVLong(range.from());
        out.writeVLong(range.to());
    }

    KeyRange range() {
        return range;
    }

    /** What the terms tell. */
    static final class Response extends TransportResponse {

        private final RangeLinks links;

        Response(RangeLinks links) {
            this.links = links;
        }

        Response(StreamInput in) throws IOException {
            int[] documents = AscendingInts.read(in);
            int[] first = new int[documents.length];
            for (int i = 0; i < first.length; i++) {
                first[i] = i - in.readVInt();
            }
            this.links = new RangeLinks(
                    documents, first, AscendingInts.read(in), AscendingInts.read(in),
                    readBlocks(in),
                    new RangeLinks.Counts(
                            in.readVLong(), in.readVLong(), in.readVInt(), in.readVLong(),
                            in.readVLong(), in.readVLong()));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            AscendingInts.write(links.documents(), out);
            for (int i = 0; i < links.first().length; i++) {
                out.writeVInt(i - links.first()[i]);
            }
            AscendingInts.write(links.othersInBuckets(), out);
            AscendingInts.write(links.inLimited(), out);
            writeBlocks(links.blocks(), out);
            RangeLinks.Counts counts = links.counts();
            out.writeVLong(counts.bandTerms());
            out.writeVLong(counts.buckets());
            out.writeVInt(counts.largestBucket());
            out.writeVLong(counts.comparisons());
            out.writeVLong(counts.limitedBuckets());
            out.writeVLong(counts.pairsLeftOut());
        }

        RangeLinks links() {
            return links;
        }
    }

    static Map<Long, byte[]> readBlocks(StreamInput in) throws IOException {
        return in.readMap(StreamInput::readVLong, StreamInput::readByteArray);
    }

    /** In the order of keys, so that equal ones are sent as equal bytes. */
    static void writeBlocks(Map<Long, byte[]> blocks, StreamOutput out) throws IOException {
        out.writeMap(new TreeMap<>(blocks), StreamOutput::writeVLong, StreamOutput::writeByteArray);
    }
}
