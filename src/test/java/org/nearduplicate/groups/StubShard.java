package org.nearduplicate.groups;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A shard that has a name and answers nothing; to be extended by what a test is about. */
public class StubShard extends ChangedShard {

    /** What is above the numbers of its documents. */
    public static final int MAX_DOC = 1 << 20;

    private final String index;

    public StubShard(String index) {
        super(null);
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
    <T> CompletableFuture<T> answer(Call call, Supplier<CompletableFuture<T>> answer) {
        throw new UnsupportedOperationException();
    }
}
