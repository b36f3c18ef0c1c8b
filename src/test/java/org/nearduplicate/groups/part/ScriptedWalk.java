package org.nearduplicate.groups.part;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.groups.StubShard;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.ShardDocuments;

/** A shard of a hundred documents whose answers to a walk are made beforehand. */
final class ScriptedWalk extends StubShard {

    private final List<BandBlock> blocks;

    /**
     * @param blocks go on where the one before ends, the first at the start
     */
    ScriptedWalk(List<BandBlock> blocks) {
        super("scripted");
        this.blocks = List.copyOf(blocks);
    }

    @Override
    public int maxDoc() {
        return 100;
    }

    @Override
    public ShardDocuments documents() {
        return new ShardDocuments(100, 0, 0);
    }

    @Override
    public CompletableFuture<BandBlock> walk(ScanPosition start, ScanOptions options) {
        int i = 0;
        while (i > 0 && blocks.get(i - 1).next().equals(start) == false
                || i == 0 && start.equals(ScanPosition.START) == false) {
            i++;
        }
        return CompletableFuture.completedFuture(blocks.get(i));
    }
}
