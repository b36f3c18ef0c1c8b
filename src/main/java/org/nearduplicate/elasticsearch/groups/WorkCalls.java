package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.time.Duration;
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
import org.nearduplicate.peers.PeerFormat;

/** The calls by which a node does work units of a run, as {@link org.nearduplicate.groups.GroupsJob.Worker} has them. */
final class WorkCalls {

    private static final Wire<int[]> ASCENDING = SessionCalls.ASCENDING;

    private static final Wire<GroupsCounts> COUNTS = new Wire<>(
            in -> new GroupsCounts(
                    in.readMap(key -> key.readEnum(Count.class), StreamInput::readVLong)),
            (out, counts) -> out.writeMap(
                    counts.numbers(), StreamOutput::writeEnum, StreamOutput::writeVLong));

    private static final Wire<PeerFormat> PEERS = new Wire<>(
            in -> new PeerFormat(
                    in.readBoolean(),
                    in.readBoolean() ? Duration.ofSeconds(in.readVLong(), in.readVInt()) : null),
            (out, peers) -> {
                out.writeBoolean(peers.hasValues());
                out.writeBoolean(peers.hasTime());
                if (peers.hasTime()) {
                    out.writeVLong(peers.interval().getSeconds());
                    out.writeVInt(peers.interval().getNano());
                }
            });

    /** In the order of keys, so that equal ones are sent as equal bytes. */
    private static final Wire<Map<Long, byte[]>> BLOCKS = new Wire<>(
            in -> in.readMap(StreamInput::readVLong, StreamInput::readByteArray),
            (out, blocks) -> out.writeMap(
                    new TreeMap<>(blocks), StreamOutput::writeVLong, StreamOutput::writeByteArray));

    private static final Wire<Document> DOCUMENT = new Wire<>(
            in -> new Document(in.readString(), in.readString(), in.readOptionalString()),
            (out, document) -> {
                out.writeString(document.index());
                out.writeString(document.id());
                out.writeOptionalString(document.routing());
            });

    private static final Wire<Member> MEMBER = new Wire<>(
            in -> new Member(DOCUMENT.read(in), in.readFloat()),
            (out, member) -> {
                DOCUMENT.write(out, member.document());
                out.writeFloat(member.similarity());
            });

    private static final Wire<KeeperCandidate> CANDIDATE = new Wire<>(
            in -> new KeeperCandidate(in.readVInt(), in.readString(), SessionCalls.NAME.read(in)),
            (out, candidate) -> {
                out.writeVInt(candidate.shingles());
                out.writeString(candidate.index());
                SessionCalls.NAME.write(out, candidate.name());
            });

    private static final Wire<RankedGroup> GROUP = new Wire<>(
            in -> new RankedGroup(
                    new Group(
                            in.readVLong(), in.readVInt(), DOCUMENT.read(in),
                            MEMBER.list().read(in), in.readFloat(), in.readBoolean()),
                    CANDIDATE.read(in)),
            (out, ranked) -> {
                out.writeVLong(ranked.group().size());
                out.writeVInt(ranked.group().signatures());
                DOCUMENT.write(out, ranked.group().keeper());
                MEMBER.list().write(out, ranked.group().members());
                out.writeFloat(ranked.group().smallestSimilarity());
                out.writeBoolean(ranked.group().ofAllPairs());
                CANDIDATE.write(out, ranked.keeper());
            });

    private static final Wire<RankedPair> PAIR = new Wire<>(
            in -> new RankedPair(
                    new Pair(DOCUMENT.read(in), DOCUMENT.read(in), in.readFloat()),
                    in.readBoolean(), CANDIDATE.read(in), CANDIDATE.read(in)),
            (out, ranked) -> {
                DOCUMENT.write(out, ranked.pair().a());
                DOCUMENT.write(out, ranked.pair().b());
                out.writeFloat(ranked.pair().similarity());
                out.writeBoolean(ranked.areEqual());
                CANDIDATE.write(out, ranked.a());
                CANDIDATE.write(out, ranked.b());
            });

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
                    in -> new Parts(ASCENDING.list().read(in), BLOCKS.read(in)),
                    (out, parts) -> {
                        ASCENDING.list().write(out, parts.parts);
                        BLOCKS.write(out, parts.blocks);
                    }),
            new Wire<>(
                    in -> new WorkerGroups(
                            COUNTS.read(in), GROUP.list().read(in),
                            PAIR.list().read(in), in.readVLong()),
                    (out, found) -> {
                        COUNTS.write(out, found.counts());
                        GROUP.list().write(out, found.groups());
                        PAIR.list().write(out, found.pairs());
                        out.writeVLong(found.written());
                    }));

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
                            in.readVInt(), in.readBoolean(), PEERS.read(in), in.readVInt()),
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
            PEERS.write(out, options.peers());
            out.writeVInt(options.ignored());
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
        int[] documents = ASCENDING.read(in);
        int[] first = new int[documents.length];
        for (int i = 0; i < first.length; i++) {
            first[i] = i - in.readVInt();
        }
        return new RangeLinks(
                documents, first, ASCENDING.read(in), ASCENDING.read(in), BLOCKS.read(in),
                COUNTS.read(in));
    }

    private static void writeLinks(StreamOutput out, RangeLinks links) throws IOException {
        ASCENDING.write(out, links.documents());
        for (int i = 0; i < links.first().length; i++) {
            out.writeVInt(i - links.first()[i]);
        }
        ASCENDING.write(out, links.othersInBuckets());
        ASCENDING.write(out, links.inLimited());
        BLOCKS.write(out, links.blocks());
        COUNTS.write(out, links.counts());
    }
}
