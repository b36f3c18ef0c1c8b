package org.nearduplicate.groups;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.groups.shard.ShardDocuments;

/** A shard that has a name and answers nothing; to be extended by what a test is about. */
public class StubShard implements Shard {

    /** What is above the numbers of its documents. */
    public static final int MAX_DOC = 1 << 20;

    private final String index;

    public StubShard(String index) {
        this.index = index;
    }

    @Override
    public String index() {
        return index;
    }

    @Override
    public int maxDoc() {
        return MAX_DOC;
    }

    @Override
    public ShardDocuments documents() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<BandBlock> walk(ScanPosition start, ScanOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<byte[]> signatures(int[] documents) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<byte[]> shingleSets(int[] documents) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Shard> only(int[] documents) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    @Override
    public CompletableFuture<List<DocumentName>> names(int[] documents) {
        throw new UnsupportedOperationException();
    }
}
