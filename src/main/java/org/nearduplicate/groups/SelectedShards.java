package org.nearduplicate.groups;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.sketch.JobMonitor;

/** The shards of a job that show some of their documents only. Belongs to one thread. */
final class SelectedShards implements Closeable {

    private final List<CompletableFuture<Shard>> opening = new ArrayList<>();
    private final List<Shard> shards = new ArrayList<>();

    private SelectedShards() {}

    /**
     * Selects documents.
     *
     * @param all the addresses of all documents
     * @param addresses those of the selected ones, ascending
     */
    static SelectedShards of(DocumentAddresses all, int[] addresses, JobMonitor monitor) {
        SelectedShards selected = new SelectedShards();
        boolean success = false;
        try {
            // Of each document its number is on the way to its shard.
            monitor.reserve(addresses.length * (long) Integer.BYTES);
            int from = 0;
            for (int shard = 0; shard < all.shards().size(); shard++) {
                int to = from;
                while (to < addresses.length && all.isIn(shard, addresses[to])) {
                    monitor.checkCancelled(to++);
                }
                selected.opening.add(
                        all.shards().get(shard).only(all.docs(shard, addresses, from, to)));
                from = to;
            }
            for (CompletableFuture<Shard> answer : selected.opening) {
                selected.shards.add(Await.answer(answer, monitor));
            }
            monitor.reserve(-addresses.length * (long) Integer.BYTES);
            success = true;
            return selected;
        } finally {
            if (success == false) {
                selected.close();
            }
        }
    }

    /** Returns the shards, in the order in which they were given. */
    List<Shard> shards() {
        return shards;
    }

    /** Closes those that are open, and the others as soon as they are. */
    @Override
    public void close() {
        for (CompletableFuture<Shard> answer : opening) {
            answer.thenAccept(Shard::close);
        }
    }
}
