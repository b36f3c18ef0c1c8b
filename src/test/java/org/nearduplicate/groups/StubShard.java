package org.nearduplicate.groups;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A shard that has a name and answers nothing; to be extended by what a test is about. */
class StubShard implements Shard {

    /** What is above the numbers of its documents. */
    static final int MAX_DOC = 1 << 20;

    private final String index;

    StubShard(String index) {
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
    public CompletableFuture<BandBlock> walk(WalkPosition start, WalkOptions options) {
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
