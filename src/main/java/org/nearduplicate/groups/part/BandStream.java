package org.nearduplicate.groups.part;

import java.io.Closeable;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.groups.request.GroupsProgress;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.ScanOptions;
import org.nearduplicate.groups.shard.ScanPosition;
import org.nearduplicate.groups.shard.Shard;

/**
 * The band terms of one shard, in order, from its first answer to its last: the next one is on its way
 * while one is read, so that two are in memory. A shard ends an answer where it likes. A term that goes on
 * in the next answer is handed on in parts. Belongs to one thread.
 */
final class BandStream implements Closeable {

    private final int shardNumber;
    private final Shard shard;
    private final KeyRange range;
    private final ScanOptions options;
    private final GroupsProgress monitor;

    private ScanPosition next;
    private CompletableFuture<BandBlock> underWay;
    private BandBlock.Cursor terms;
    private long bytesHeld;
    private long leftOut;

    /** Opens a stream, and asks for its first terms. */
    BandStream(
            int shardNumber,
            Shard shard,
            KeyRange range,
            ScanOptions options,
            GroupsProgress monitor) {
        this.shardNumber = shardNumber;
        this.shard = shard;
        this.range = range;
        this.next = new ScanPosition(range.from(), 0);
        this.options = options;
        this.monitor = monitor;
        ask();
    }

    /**
     * Moves to the next term, waiting for it; false if there is none.
     *
     * @throws IllegalStateException if the shard cannot have such terms
     */
    boolean next() {
        while (terms == null || terms.next() == false) {
            if (underWay == null) {
                hold(0);
                return false;
            }
            receive();
        }
        return true;
    }

    /** Returns the number of the shard. */
    int shardNumber() {
        return shardNumber;
    }

    /** Returns the key of the term. */
    long key() {
        return terms.key();
    }

    /** Returns the number of documents of the term, or of this part of it. */
    int count() {
        return terms.count();
    }

    /** Returns one of these documents, by its number in the shard's reader. */
    int doc(int i) {
        return terms.doc(i);
    }

    /** Returns how many terms the shard has left out so far. */
    long leftOut() {
        return leftOut;
    }

    /** Gives back the memory of what is not read. */
    @Override
    public void close() {
        hold(0);
        if (underWay != null) {
            underWay = null;
            monitor.reserve(-options.maxBytes());
        }
    }

    private void ask() {
        monitor.reserve(options.maxBytes());
        underWay = shard.walk(next, options);
    }

    private void receive() {
        BandBlock block = Await.answer(underWay, monitor);
        monitor.reserve(-options.maxBytes());
        hold(block.bytes().length);
        ScanPosition start = next;
        next = block.next();
        ScanPosition end = range.end();
        if (next.compareTo(start) <= 0 || next.compareTo(end) > 0) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT,
                            "possible corruption: a walk from %s goes on behind it, up to %s, got %s",
                            start, end, next));
        }
        terms = new BandBlock.Cursor(block, start);
        leftOut += block.leftOut();
        underWay = null;
        if (next.equals(end) == false) {
            ask();
        }
        monitor.walked(range.share(start.key()));
    }

    private void hold(long bytes) {
        monitor.reserve(bytes - bytesHeld);
        bytesHeld = bytes;
    }
}
