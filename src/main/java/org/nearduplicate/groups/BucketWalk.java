package org.nearduplicate.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * Walks the band terms of all shards together, range by range; the next range is on its way while one is
 * merged. So the terms of two ranges are in memory at a time, whatever the shards hold. Belongs to one
 * thread.
 */
final class BucketWalk {

    /** The postings of a range, over all shards: some hundred milliseconds of one thread. */
    private static final int POSTINGS_PER_RANGE = 1 << 18;

    private final List<? extends Shard> shards;
    private final BandTermFormat terms;
    private final JobMonitor monitor;

    BucketWalk(List<? extends Shard> shards, BandTermFormat terms, JobMonitor monitor) {
        this.shards = shards;
        this.terms = terms;
        this.monitor = monitor;
    }

    /** Walks all terms. */
    BandMerge walk() {
        BandMerge merge = new BandMerge(monitor);
        List<BandRange> ranges = BandRange.split(terms, postings(), POSTINGS_PER_RANGE);
        List<CompletableFuture<BandBlock>> next = ask(ranges.getFirst());
        for (int i = 0; i < ranges.size(); i++) {
            List<CompletableFuture<BandBlock>> current = next;
            next = i + 1 < ranges.size() ? ask(ranges.get(i + 1)) : List.of();
            merge(await(current), ranges.get(i), merge);
            monitor.walked(i + 1, ranges.size());
        }
        merge.finish();
        return merge;
    }

    private long postings() {
        return shards.stream()
                .mapToLong(shard -> shard.documents().documents() * terms.bands())
                .sum();
    }

    /** Where there is one shard, no other can hold the partner of a lone document. */
    private List<CompletableFuture<BandBlock>> ask(BandRange range) {
        int minDocuments = shards.size() == 1 ? 2 : 1;
        List<CompletableFuture<BandBlock>> answers = new ArrayList<>();
        for (Shard shard : shards) {
            answers.add(shard.walk(range, minDocuments));
        }
        return answers;
    }

    private void merge(List<BandBlock> blocks, BandRange range, BandMerge merge) {
        long bytes = blocks.stream().mapToLong(block -> block.bytes().length).sum();
        monitor.reserve(bytes);
        merge.merge(blocks, range);
        monitor.reserve(-bytes);
    }

    private List<BandBlock> await(List<CompletableFuture<BandBlock>> answers) {
        List<BandBlock> blocks = new ArrayList<>();
        for (CompletableFuture<BandBlock> answer : answers) {
            blocks.add(Await.answer(answer, monitor));
        }
        return blocks;
    }
}
