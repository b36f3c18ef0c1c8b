package org.nearduplicate.groups;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;

/** A shard that answers as another one does, unless a test changes it. */
class ChangedShard implements Shard {

    final Shard shard;

    ChangedShard(Shard shard) {
        this.shard = shard;
    }

    /** The calls that a shard answers. */
    enum Call {
        SCAN, SIGNATURES, SHINGLE_SETS, NAMES, ONLY
    }

    /** Returns what is answered instead. */
    <T> CompletableFuture<T> answer(Call call, Supplier<CompletableFuture<T>> answer) {
        return answer.get();
    }

    @Override
    public String index() {
        return shard.index();
    }

    @Override
    public int maxDoc() {
        return shard.maxDoc();
    }

    @Override
    public ShardDocuments documents() {
        return shard.documents();
    }

    @Override
    public CompletableFuture<BandBlock> scan(ScanPosition start, ScanOptions options) {
        return answer(Call.SCAN, () -> shard.scan(start, options));
    }

    @Override
    public CompletableFuture<byte[]> signatures(int[] documents) {
        return answer(Call.SIGNATURES, () -> shard.signatures(documents));
    }

    @Override
    public CompletableFuture<byte[]> shingleSets(int[] documents) {
        return answer(Call.SHINGLE_SETS, () -> shard.shingleSets(documents));
    }

    @Override
    public CompletableFuture<Shard> only(int[] documents) {
        return answer(Call.ONLY, () -> shard.only(documents));
    }

    @Override
    public void close() {
        shard.close();
    }

    @Override
    public CompletableFuture<List<DocumentName>> names(int[] documents) {
        return answer(Call.NAMES, () -> shard.names(documents));
    }
}
