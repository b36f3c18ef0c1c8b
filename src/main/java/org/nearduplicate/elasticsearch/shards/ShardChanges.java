package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.lucene.index.ElasticsearchDirectoryReader;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.shard.IndexShard;
import org.nearduplicate.groups.ShardVersion;

/**
 * Whether a later view of a shard can tell what has changed since this one.
 *
 * @param version what the view shows
 * @param obstacle why changes cannot be told, or null if they can
 */
record ShardChanges(ShardVersion version, String obstacle) implements Writeable {

    /** Readers that hide nothing: those of Elasticsearch itself around that of a shard. */
    private static final Set<String> OPEN_READERS =
            Set.of("org.elasticsearch.search.internal", "org.elasticsearch.index.shard");

    ShardChanges(StreamInput in) throws IOException {
        this(
                new ShardVersion(
                        in.readString(), in.readString(), in.readVLong(), in.readZLong(),
                        in.readZLong(), in.readZLong()),
                in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(version.shard());
        out.writeString(version.history());
        out.writeVLong(version.term());
        out.writeZLong(version.shown());
        out.writeZLong(version.checkpoint());
        out.writeZLong(version.highest());
        out.writeOptionalString(obstacle);
    }

    /** Tells what a view of a shard shows that is opened between two calls. Belongs to one thread. */
    static final class Watch {

        private final IndexShard shard;
        private final long term;
        private final long shown;
        private final long checkpoint;
        private final boolean isBlocked;

        /** Refreshes the shard, so that a view that is opened from now on shows all operations up to now. */
        Watch(IndexShard shard) throws IOException {
            this.shard = shard;
            this.term = shard.getOperationPrimaryTerm();
            this.isBlocked = shard.routingEntry().primary() == false
                    && shard.getActiveOperationsCount() == IndexShard.OPERATIONS_BLOCKED;
            // Counted are operations that are on the disk, where they may come seconds later than into a view.
            shard.sync();
            this.shown = Math.max(ShardVersion.NOTHING, shard.getLocalCheckpoint());
            this.checkpoint = Math.clamp(
                    shard.getLastKnownGlobalCheckpoint(), ShardVersion.NOTHING, shown);
            shard.refresh("near_duplicate groups");
        }

        /**
         * Looks at the view, whose documents were chosen.
         *
         * @param reader reads it
         * @param choice chose them
         */
        ShardChanges changes(IndexReader reader, DocumentChoice choice) throws IOException {
            String name = shard.shardId().getIndexName() + "[" + shard.shardId().id() + "]";
            long highest = Math.max(shown, shard.seqNoStats().getMaxSeqNo());
            return new ShardChanges(
                    new ShardVersion(
                            name, shard.getHistoryUUID() + "/" + choice.digest(), term, shown,
                            checkpoint, highest),
                    obstacle(name, reader, choice));
        }

        private String obstacle(String name, IndexReader reader, DocumentChoice choice)
                throws IOException {
            // A copy that hears of another primary takes its term first, and then back what that does not have.
            if (isBlocked || term != shard.getOperationPrimaryTerm()) {
                return "another copy of " + name + " became the primary";
            }
            if (hides(reader)) {
                return "what a user may not see is not told of " + name;
            }
            if (choice.isStable() == false) {
                return "[query], or the filter of an alias, may match other documents at another time";
            }
            return hasNumbers(reader) ? null : name + " keeps no sequence numbers";
        }
    }

    /** Returns whether a reader may hide documents or fields. */
    private static boolean hides(IndexReader reader) {
        IndexReader inner = reader;
        while (inner instanceof FilterDirectoryReader filter
                && inner instanceof ElasticsearchDirectoryReader == false) {
            if (OPEN_READERS.contains(inner.getClass().getPackageName()) == false) {
                return true;
            }
            inner = filter.getDelegate();
        }
        return false;
    }

    /** Returns whether every document has a number. */
    private static boolean hasNumbers(IndexReader reader) throws IOException {
        for (LeafReaderContext leaf : reader.leaves()) {
            NumericDocValues numbers =
                    leaf.reader().getNumericDocValues(SeqNoFieldMapper.NAME);
            if (numbers == null || numbers.cost() < leaf.reader().maxDoc()) {
                return false;
            }
        }
        return true;
    }
}
