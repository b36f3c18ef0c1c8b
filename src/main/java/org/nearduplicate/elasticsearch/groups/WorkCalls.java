package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.shards.Call.Wire;
import org.nearduplicate.elasticsearch.shards.SessionCalls;
import org.nearduplicate.elasticsearch.shards.ShardHandle;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Group.Member;
import org.nearduplicate.groups.part.KeeperOrder.KeeperCandidate;
import org.nearduplicate.groups.part.KeyRange;
import org.nearduplicate.groups.part.Links.RangeLinks;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.part.TopResults;
import org.nearduplicate.groups.part.TopResults.RankedGroup;
import org.nearduplicate.groups.part.TopResults.RankedPair;
import org.nearduplicate.groups.part.TopResults.WorkerGroups;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.groups.request.GroupsOptions;
import org.nearduplicate.groups.request.Keep;
import org.nearduplicate.groups.request.Method;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.Verify;

/** The calls by which a node does work units of a run, as {@link org.nearduplicate.groups.Worker} has them. */
final class WorkCalls {

    private static final Wire<int[]> ASCENDING = SessionCalls.ASCENDING;

    static final Call<WorkContext, KeyRange, RangeLinks> LINK = new Call<>(
            TransportGroupsAction.NAME + "[link]", WorkContext::new,
            new Wire<>(in -> new KeyRange(in.readVLong(), in.readVLong()), (out, range) -> {
                out.writeVLong(range.from());
                out.writeVLong(range.to());
            }),
            new Wire<>(WorkCalls::readLinks, WorkCalls::writeLinks));

    static final Call<WorkContext, Parts, WorkerGroups> PARTS = new Call<>(
            TransportGroupsAction.NAME + "[parts]", WorkContext::new,
            new Wire<>(
                    in -> new Parts(in.readCollectionAsList(ASCENDING.reader()), readBlocks(in)),
                    (out, parts) -> {
                        out.writeCollection(parts.parts, ASCENDING.writer());
                        writeBlocks(parts.blocks, out);
                    }),
            new Wire<>(WorkCalls::readFound, WorkCalls::writeFound));

    private WorkCalls() {}

    /**
     * What all work units of a run have in common.
     *
     * @param shards the open shards of the run, in its order
     * @param limits how much is answered of groups and pairs
     * @param dest where all groups are written to, or null if nowhere
     */
    record WorkContext(
            List<ShardHandle> shards, GroupsOptions options, TopResults.Limits limits,
            RunIndex dest)
            implements Call.Subject {

        /** @throws IllegalArgumentException if there are no shards */
        WorkContext {
            if (shards.isEmpty()) {
                throw new IllegalArgumentException("a work unit of a run has shards");
            }
        }

        WorkContext(StreamInput in) throws IOException {
            this(
                    in.readCollectionAsList(ShardHandle::new),
                    new GroupsOptions(
                            in.readDouble(), in.readVInt(), in.readEnum(Verify.class),
                            in.readEnum(Method.class), in.readEnum(Keep.class), in.readVInt(),
                            in.readVInt(), in.readBoolean()),
                    new TopResults.Limits(in.readVInt(), in.readVInt(), in.readVLong()),
                    in.readOptionalWriteable(RunIndex::new));
        }

        @Override
        public OriginalIndices indices() {
            return new OriginalIndices(
                    shards.stream()
                            .flatMap(shard -> Stream.of(shard.indices().indices()))
                            .distinct()
                            .toArray(String[]::new),
                    shards.getFirst().indices().indicesOptions());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeCollection(shards);
            out.writeDouble(options.minSimilarity());
            out.writeVInt(options.rows());
            out.writeEnum(options.verify());
            out.writeEnum(options.method());
            out.writeEnum(options.keep());
            out.writeVInt(options.minGroupSize());
            out.writeVInt(options.maxBucketTexts());
            out.writeBoolean(options.allPairs());
            out.writeVInt(limits.groups());
            out.writeVInt(limits.maxMembers());
            out.writeVLong(limits.pairs());
            out.writeOptionalWriteable(dest);
        }
    }

    /**
     * Parts of whole components, to be grouped, and written to the destination if there is one.
     *
     * @param parts the addresses of their documents, ascending in each
     * @param blocks how limited buckets are cut
     */
    record Parts(List<int[]> parts, Map<Long, byte[]> blocks) {}

    private static RangeLinks readLinks(StreamInput in) throws IOException {
        int[] documents = ASCENDING.reader().read(in);
        int[] first = new int[documents.length];
        for (int i = 0; i < first.length; i++) {
            first[i] = i - in.readVInt();
        }
        return new RangeLinks(
                documents, first, ASCENDING.reader().read(in), ASCENDING.reader().read(in),
                readBlocks(in), readCounts(in));
    }

    private static void writeLinks(StreamOutput out, RangeLinks links) throws IOException {
        ASCENDING.writer().write(out, links.documents());
        for (int i = 0; i < links.first().length; i++) {
            out.writeVInt(i - links.first()[i]);
        }
        ASCENDING.writer().write(out, links.othersInBuckets());
        ASCENDING.writer().write(out, links.inLimited());
        writeBlocks(links.blocks(), out);
        writeCounts(out, links.counts());
    }

    private static GroupsCounts readCounts(StreamInput in) throws IOException {
        return new GroupsCounts(
                in.readMap(key -> key.readEnum(Count.class), StreamInput::readVLong));
    }

    private static void writeCounts(StreamOutput out, GroupsCounts counts) throws IOException {
        out.writeMap(counts.numbers(), StreamOutput::writeEnum, StreamOutput::writeVLong);
    }

    private static Map<Long, byte[]> readBlocks(StreamInput in) throws IOException {
        return in.readMap(StreamInput::readVLong, StreamInput::readByteArray);
    }

    /** In the order of keys, so that equal ones are sent as equal bytes. */
    private static void writeBlocks(Map<Long, byte[]> blocks, StreamOutput out)
            throws IOException {
        out.writeMap(new TreeMap<>(blocks), StreamOutput::writeVLong, StreamOutput::writeByteArray);
    }

    private static WorkerGroups readFound(StreamInput in) throws IOException {
        return new WorkerGroups(
                readCounts(in),
                in.readCollectionAsList(WorkCalls::readGroup),
                in.readCollectionAsList(WorkCalls::readPair),
                in.readVLong());
    }

    private static void writeFound(StreamOutput out, WorkerGroups found) throws IOException {
        writeCounts(out, found.counts());
        out.writeCollection(found.groups(), WorkCalls::writeGroup);
        out.writeCollection(found.pairs(), WorkCalls::writePair);
        out.writeVLong(found.written());
    }

    private static RankedGroup readGroup(StreamInput in) throws IOException {
        return new RankedGroup(
                new Group(
                        in.readVLong(), in.readVInt(), readDocument(in),
                        in.readCollectionAsList(
                                member -> new Member(readDocument(member), member.readFloat())),
                        in.readFloat(), in.readBoolean()),
                readCandidate(in));
    }

    private static void writeGroup(StreamOutput out, RankedGroup ranked) throws IOException {
        Group group = ranked.group();
        out.writeVLong(group.size());
        out.writeVInt(group.signatures());
        writeDocument(out, group.keeper());
        out.writeCollection(group.members(), (o, member) -> {
            writeDocument(o, member.document());
            o.writeFloat(member.similarity());
        });
        out.writeFloat(group.smallestSimilarity());
        out.writeBoolean(group.ofAllPairs());
        writeCandidate(out, ranked.keeper());
    }

    private static RankedPair readPair(StreamInput in) throws IOException {
        return new RankedPair(
                new Pair(readDocument(in), readDocument(in), in.readFloat()),
                in.readBoolean(), readCandidate(in), readCandidate(in));
    }

    private static void writePair(StreamOutput out, RankedPair ranked) throws IOException {
        writeDocument(out, ranked.pair().a());
        writeDocument(out, ranked.pair().b());
        out.writeFloat(ranked.pair().similarity());
        out.writeBoolean(ranked.areEqual());
        writeCandidate(out, ranked.a());
        writeCandidate(out, ranked.b());
    }

    private static Document readDocument(StreamInput in) throws IOException {
        return new Document(in.readString(), in.readString(), in.readOptionalString());
    }

    private static void writeDocument(StreamOutput out, Document document) throws IOException {
        out.writeString(document.index());
        out.writeString(document.id());
        out.writeOptionalString(document.routing());
    }

    private static KeeperCandidate readCandidate(StreamInput in) throws IOException {
        return new KeeperCandidate(
                in.readVInt(), in.readString(), SessionCalls.NAME.reader().read(in));
    }

    private static void writeCandidate(StreamOutput out, KeeperCandidate candidate)
            throws IOException {
        out.writeVInt(candidate.shingles());
        out.writeString(candidate.index());
        SessionCalls.NAME.writer().write(out, candidate.name());
    }
}
