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
import org.elasticsearch.index.query.SearchExecutionContext;
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
                new ShardVersion(in.readString(), in.readString(), in.readZLong()),
                in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(version.shard());
        out.writeString(version.history());
        out.writeZLong(version.checkpoint());
        out.writeOptionalString(obstacle);
    }

    /**
     * Shows all operations up to now to views that are opened from now on. An operation up to the checkpoint is on all
     * copies, so that none takes its number.
     */
    static ShardVersion refresh(IndexShard shard) {
        long checkpoint =
                Math.min(shard.getLocalCheckpoint(), shard.getLastSyncedGlobalCheckpoint());
        shard.refresh("near_duplicate groups");
        return new ShardVersion(
                shard.shardId().getIndexName() + "[" + shard.shardId().id() + "]",
                shard.getHistoryUUID(), Math.max(ShardVersion.NOTHING, checkpoint));
    }

    /**
     * Looks at a view whose documents were chosen.
     *
     * @param version what it shows
     * @param reader reads it
     * @param execution chose the documents
     */
    static ShardChanges of(
            ShardVersion version, IndexReader reader, SearchExecutionContext execution)
            throws IOException {
        if (hides(reader)) {
            return new ShardChanges(version,
                    "what a user may not see is not told of " + version.shard());
        }
        if (execution.isCacheable() == false) {
            return new ShardChanges(
                    version,
                    "[query], or the filter of an alias, may match other documents at another time");
        }
        if (hasNumbers(reader) == false) {
            return new ShardChanges(version, version.shard() + " keeps no sequence numbers");
        }
        return new ShardChanges(version, null);
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
