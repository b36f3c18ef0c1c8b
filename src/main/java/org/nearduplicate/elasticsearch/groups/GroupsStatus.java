package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.function.Consumer;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.sketch.ChoiceParameter;

/**
 * How far a run is.
 *
 * @param phase what it does
 * @param shards the shards it reads
 * @param failedShards the shards it could not open
 * @param walked the share of the band terms that are scanned, in [0,1]
 * @param compared the pairs of distinct signatures that were compared
 * @param verified how many of them were similar enough
 * @param groups the groups found
 * @param grouped the share of the documents that were looked at for groups, in [0,1], of those that may be in one
 * @param written the documents written to the destination
 */
public record GroupsStatus(
        Phase phase,
        int shards,
        int failedShards,
        double walked,
        long compared,
        long verified,
        long groups,
        double grouped,
        long written)
        implements Task.Status {

    /** The name under which nodes exchange it. */
    public static final String NAME = "near_duplicate_groups";

    /** How far a run is that has not begun. */
    static final GroupsStatus START = new GroupsStatus(Phase.QUEUED, 0, 0, 0, 0, 0, 0, 0, 0);

    /** What a run does, in this order; in parts it compares and groups again and again. */
    public enum Phase {
        /** Waits for a thread. */
        QUEUED,
        /** Opens the shards. */
        OPENING,
        /** Walks the band terms. */
        WALKING,
        /** Compares candidate pairs. */
        COMPARING,
        /** Makes groups, and describes or writes them. */
        GROUPING
    }

    /** Reads what {@link #writeTo} wrote. */
    public GroupsStatus(StreamInput in) throws IOException {
        this(
                WireVersion.check(in).readEnum(Phase.class),
                in.readVInt(),
                in.readVInt(),
                in.readDouble(),
                in.readVLong(),
                in.readVLong(),
                in.readVLong(),
                in.readDouble(),
                in.readVLong());
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        WireVersion.write(out);
        out.writeEnum(phase);
        out.writeVInt(shards);
        out.writeVInt(failedShards);
        out.writeDouble(walked);
        out.writeVLong(compared);
        out.writeVLong(verified);
        out.writeVLong(groups);
        out.writeDouble(grouped);
        out.writeVLong(written);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("phase", ChoiceParameter.nameOf(phase));
        builder.startObject("shards").field("total", shards).field("failed", failedShards)
                .endObject();
        builder.field("band_terms_walked_percent", 100 * walked);
        builder.startObject("pairs").field("compared", compared).field("verified", verified)
                .endObject();
        builder.field("groups", groups);
        builder.field("documents_grouped_percent", 100 * grouped);
        builder.field("documents_written", written);
        return builder.endObject();
    }

    /** Watches a run or a work unit of one, and shows how far it is since it began or began anew. */
    static final class GroupsMonitor extends TaskMonitor implements GroupsProgress {

        private final Consumer<GroupsStatus> shown;
        private int shards;
        private int failedShards;
        private double walked;
        private long compared;
        private long verified;
        private long groups;
        private double grouped;
        private long written;

        GroupsMonitor(
                CancellableTask task, BreakerAccount account, Consumer<GroupsStatus> shown) {
            super(task, account);
            this.shown = shown;
            show(Phase.OPENING);
        }

        void opened(int total, int failed) {
            shards = total;
            failedShards = failed;
            show(Phase.WALKING);
        }

        /** Shards are scanned at the same time, so that a later report may give a smaller share. */
        @Override
        public void walked(double share) {
            walked = Math.max(walked, share);
            show(share < 1 ? Phase.WALKING : Phase.COMPARING);
        }

        @Override
        public void compared(long pairs, long similar) {
            compared = pairs;
            verified = similar;
            show(Phase.COMPARING);
        }

        @Override
        public void grouped(long found, double share) {
            groups = found;
            grouped = share;
            show(Phase.GROUPING);
        }

        void written(long documents) {
            written = documents;
            show(Phase.GROUPING);
        }

        private void show(Phase phase) {
            shown.accept(
                    new GroupsStatus(
                            phase, shards, failedShards, walked, compared, verified, groups,
                            grouped,
                            written));
        }
    }
}
