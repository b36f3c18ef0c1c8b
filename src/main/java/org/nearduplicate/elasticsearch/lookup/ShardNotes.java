package org.nearduplicate.elasticsearch.lookup;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.hash.MurmurHash3;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThrottledTaskRunner;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.mapper.Uid;
import org.elasticsearch.index.shard.IndexEventListener;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.IndexingOperationListener;
import org.elasticsearch.index.shard.ShardId;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.unseen.WriteNote;

/**
 * The notes of what the primaries of this node wrote. Elasticsearch reports each write to listeners before the write is
 * acknowledged. Only the writes of shards in which documents are looked up are noted. Safe for use by several threads.
 */
public final class ShardNotes implements IndexingOperationListener, IndexEventListener {

    private static final Logger LOGGER = LogManager.getLogger(ShardNotes.class);

    /** All notes take at most a tenth of the request breaker. */
    private static final int BREAKER_SHARE = 10;

    /** The note of one shard takes at most a fiftieth. */
    private static final int BREAKER_SHARE_OF_SHARD = 50;

    private final Map<ShardId, OfShard> notes = new ConcurrentHashMap<>();

    private volatile CircuitBreaker breaker;
    private volatile BreakerAccount account;
    private volatile Executor refreshes;

    /** What a shard wrote, and the refreshes that lookups need, one at a time: few threads refresh all shards. */
    record OfShard(WriteNote note, ThrottledTaskRunner refreshes) {}

    /** Makes it ready, when the node starts. The breaker is charged for notes, the threads refresh shards. */
    public void start(CircuitBreaker requests, Executor threads) {
        breaker = requests;
        account = new BreakerAccount(requests, "near_duplicate unseen writes");
        refreshes = threads;
    }

    /** Returns the note of a shard, which is created if there is none. */
    OfShard of(IndexShard shard) {
        return notes.computeIfAbsent(
                shard.shardId(),
                id -> new OfShard(
                        new WriteNote(
                                breaker.getLimit() / BREAKER_SHARE_OF_SHARD, account::charge),
                        new ThrottledTaskRunner("near_duplicate_refreshes", 1, refreshes)));
    }

    /** Returns a hash of an identifier, of 64 bits. */
    static long name(String id) {
        return name(Uid.encodeId(id));
    }

    private static long name(BytesRef uid) {
        return MurmurHash3.hash128(uid.bytes, uid.offset, uid.length, 0,
                new MurmurHash3.Hash128()).h1;
    }

    @Override
    public Engine.Index preIndex(ShardId shardId, Engine.Index index) {
        if (note(shardId, index) != null) {
            for (IndexableField field : index.parsedDoc().rootDoc()) {
                if (field instanceof MinHashField minHash) {
                    minHash.keepText();
                }
            }
        }
        return index;
    }

    @Override
    public void postIndex(ShardId shardId, Engine.Index index, Engine.IndexResult result) {
        WriteNote note = note(shardId, index);
        if (note != null && result.getResultType() == Engine.Result.Type.SUCCESS) {
            noting(note, () -> {
                if (result.isCreated() == false) {
                    note.addGone(name(index.uid()));
                }
                for (IndexableField field : index.parsedDoc().rootDoc()) {
                    if (field instanceof MinHashField minHash) {
                        note.add(minHash.name(), minHash.text());
                    }
                }
            });
        }
    }

    @Override
    public void postDelete(ShardId shardId, Engine.Delete delete, Engine.DeleteResult result) {
        WriteNote note = note(shardId, delete);
        if (note != null && result.getResultType() == Engine.Result.Type.SUCCESS
                && result.isFound()) {
            noting(note, () -> note.addGone(name(delete.uid())));
        }
    }

    /** Returns the note that a write belongs to, or null: only primaries are searched, so only their writes are noted. */
    private WriteNote note(ShardId shardId, Engine.Operation operation) {
        OfShard shard = notes.get(shardId);
        return shard != null && shard.note.isOn()
                && operation.origin() == Engine.Operation.Origin.PRIMARY ? shard.note : null;
    }

    /** Notes a write. Elasticsearch only logs what a listener throws; a note that lacks a write must not be used. */
    private void noting(WriteNote note, Runnable write) {
        try {
            write.run();
            if (account.charged() > breaker.getLimit() / BREAKER_SHARE) {
                // Most of it may be of shards that are not searched any more.
                notes.values().forEach(shard -> shard.note.off());
            }
        } catch (RuntimeException e) {
            note.off();
            LOGGER.warn("a write was not noted, so the next lookup refreshes its shard", e);
        }
    }

    @Override
    public void beforeIndexShardClosed(ShardId shardId, IndexShard shard, Settings settings) {
        forget(shardId);
    }

    /** A lookup that was running when the shard was closed may have created another note. */
    @Override
    public void afterIndexShardCreated(IndexShard shard) {
        forget(shard.shardId());
    }

    private void forget(ShardId shardId) {
        OfShard shard = notes.remove(shardId);
        if (shard != null) {
            shard.note.off();
        }
    }
}
