package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.elasticsearch.request.AscendingInts;
import org.nearduplicate.elasticsearch.shards.NameWire;
import org.nearduplicate.elasticsearch.shards.ShardHandles;
import org.nearduplicate.groups.Document;
import org.nearduplicate.groups.Group;
import org.nearduplicate.groups.GroupsOptions;
import org.nearduplicate.groups.KeeperCandidate;
import org.nearduplicate.groups.Listing;
import org.nearduplicate.groups.Member;
import org.nearduplicate.groups.Pair;
import org.nearduplicate.groups.PartCounts;
import org.nearduplicate.groups.PeerGroups;
import org.nearduplicate.groups.RankedGroup;
import org.nearduplicate.groups.RankedPair;

/** Asks a node to group parts of whole components, and to write the groups to the destination if there is one. */
final class PartsMessage extends PieceMessage {

    private final List<int[]> parts;
    private final Map<Long, byte[]> blocks;
    private final Wanted wanted;

    PartsMessage(
            ShardHandles shards, GroupsOptions options, List<int[]> parts,
            Map<Long, byte[]> blocks, Wanted wanted) {
        super(shards, options);
        this.parts = parts;
        this.blocks = blocks;
        this.wanted = wanted;
    }

    PartsMessage(StreamInput in) throws IOException {
        super(in);
        this.parts = in.readCollectionAsList(AscendingInts::read);
        this.blocks = LinkMessage.readBlocks(in);
        this.wanted = new Wanted(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeCollection(parts, (o, part) -> AscendingInts.write(part, o));
        LinkMessage.writeBlocks(blocks, out);
        wanted.writeTo(out);
    }

    List<int[]> parts() {
        return parts;
    }

    Map<Long, byte[]> blocks() {
        return blocks;
    }

    Wanted wanted() {
        return wanted;
    }

    /**
     * What becomes of groups and pairs.
     *
     * @param limits how much is answered
     * @param dest where all groups are written to, or null if nowhere
     */
    record Wanted(Listing.Limits limits, GroupsResponse.Written dest) implements Writeable {

        Wanted(StreamInput in) throws IOException {
            this(
                    new Listing.Limits(in.readVInt(), in.readVInt(), in.readVLong()),
                    in.readOptionalWriteable(GroupsResponse.Written::new));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVInt(limits.groups());
            out.writeVInt(limits.maxMembers());
            out.writeVLong(limits.pairs());
            out.writeOptionalWriteable(dest);
        }
    }

    /** What was found. */
    static final class Response extends TransportResponse {

        private final PeerGroups found;

        Response(PeerGroups found) {
            this.found = found;
        }

        Response(StreamInput in) throws IOException {
            this.found = new PeerGroups(
                    new PartCounts(
                            in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong(),
                            in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong(),
                            in.readVLong(), in.readVLong(), in.readVLong()),
                    in.readCollectionAsList(Response::readGroup),
                    in.readCollectionAsList(Response::readPair),
                    in.readVLong());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            PartCounts counts = found.counts();
            out.writeVLong(counts.parts());
            out.writeVLong(counts.largest());
            out.writeVLong(counts.documents());
            out.writeVLong(counts.members());
            out.writeVLong(counts.contents());
            out.writeVLong(counts.comparisons());
            out.writeVLong(counts.candidatePairs());
            out.writeVLong(counts.verifiedPairs());
            out.writeVLong(counts.verifiedContentPairs());
            out.writeVLong(counts.groups());
            out.writeVLong(counts.documentsInGroups());
            out.writeCollection(found.groups(), Response::writeGroup);
            out.writeCollection(found.pairs(), Response::writePair);
            out.writeVLong(found.written());
        }

        PeerGroups found() {
            return found;
        }

        private static RankedGroup readGroup(StreamInput in) throws IOException {
            return new RankedGroup(
                    new Group(
                            in.readVLong(), in.readVInt(), readDocument(in),
                            in.readCollectionAsList(
                                    member -> new Member(
                                            readDocument(member), member.readFloat())),
                            in.readFloat(), in.readBoolean()),
                    readCandidate(in));
        }

        private static void writeGroup(StreamOutput out, RankedGroup listed)
                throws IOException {
            Group group = listed.group();
            out.writeVLong(group.size());
            out.writeVInt(group.contents());
            writeDocument(out, group.keeper());
            out.writeCollection(group.members(), (o, member) -> {
                writeDocument(o, member.document());
                o.writeFloat(member.similarity());
            });
            out.writeFloat(group.smallestSimilarity());
            out.writeBoolean(group.ofAllPairs());
            writeCandidate(out, listed.keeper());
        }

        private static RankedPair readPair(StreamInput in) throws IOException {
            return new RankedPair(
                    new Pair(readDocument(in), readDocument(in), in.readFloat()),
                    in.readBoolean(), readCandidate(in), readCandidate(in));
        }

        private static void writePair(StreamOutput out, RankedPair listed)
                throws IOException {
            writeDocument(out, listed.pair().a());
            writeDocument(out, listed.pair().b());
            out.writeFloat(listed.pair().similarity());
            out.writeBoolean(listed.areEqual());
            writeCandidate(out, listed.a());
            writeCandidate(out, listed.b());
        }

        private static Document readDocument(StreamInput in) throws IOException {
            return new Document(in.readString(), in.readString(), in.readOptionalString());
        }

        private static void writeDocument(StreamOutput out, Document document)
                throws IOException {
            out.writeString(document.index());
            out.writeString(document.id());
            out.writeOptionalString(document.routing());
        }

        private static KeeperCandidate readCandidate(StreamInput in) throws IOException {
            return new KeeperCandidate(in.readVInt(), in.readString(), NameWire.read(in));
        }

        private static void writeCandidate(StreamOutput out, KeeperCandidate candidate)
                throws IOException {
            out.writeVInt(candidate.shingles());
            out.writeString(candidate.index());
            NameWire.write(out, candidate.name());
        }
    }
}
