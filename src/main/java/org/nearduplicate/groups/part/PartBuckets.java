package org.nearduplicate.groups.part;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.nearduplicate.groups.part.BandMerge.Buckets;
import org.nearduplicate.groups.shard.Await;
import org.nearduplicate.groups.shard.RankedBitSet;
import org.nearduplicate.groups.shard.Shard;
import org.nearduplicate.job.JobMonitor;

/** The buckets of several parts, which are scanned together and then handed out part after part. Not thread-safe. */
public final class PartBuckets {

    private final BucketTable table;
    private final JobMonitor monitor;
    private int start;

    /**
     * Scans the buckets of parts.
     *
     * @param parts the addresses of their documents, ascending in each
     * @param merge begins to merge what some shards show
     * @param monitor is charged for the memory of all
     */
    public PartBuckets(
            List<int[]> parts, DocumentAddresses all,
            Function<DocumentAddresses, BandMerge> merge, JobMonitor monitor) {
        this.monitor = monitor;
        RankedBitSet documents = new RankedBitSet(all.count(), monitor);
        parts.forEach(part -> documents.addAll(part, i -> true));
        documents.finish();
        int[] places = places(parts, documents, monitor);
        this.table = scan(documents.toArray(), all, merge, monitor);
        table.replaceMembers(number -> places[number]);
        documents.release();
        monitor.reserve(-2L * places.length * Integer.BYTES);
    }

    /** Scans the buckets of documents, ascending, in views of the shards that show no others. */
    private static BucketTable scan(
            int[] addresses, DocumentAddresses all, Function<DocumentAddresses, BandMerge> merge,
            JobMonitor monitor) {
        List<CompletableFuture<Shard>> opening = new ArrayList<>();
        try {
            // Of each document its number is on the way to its shard.
            monitor.reserve(addresses.length * (long) Integer.BYTES);
            int from = 0;
            for (int shard = 0; shard < all.shards().size(); shard++) {
                int to = from;
                while (to < addresses.length && all.isIn(shard, addresses[to])) {
                    monitor.checkCancelled(to++);
                }
                opening.add(all.shards().get(shard).only(all.docs(shard, addresses, from, to)));
                from = to;
            }
            List<Shard> selected = new ArrayList<>();
            for (CompletableFuture<Shard> answer : opening) {
                selected.add(Await.answer(answer, monitor));
            }
            monitor.reserve(-addresses.length * (long) Integer.BYTES);
            Buckets scanned = merge.apply(new DocumentAddresses(selected))
                    .next(BandMerge.Room.ENDLESS, monitor);
            if (Arrays.equals(scanned.addresses(), addresses) == false) {
                throw new IllegalStateException(
                        "possible corruption: of [" + addresses.length
                                + "] documents that share terms, shards returned others, ["
                                + scanned.addresses().length + "]");
            }
            monitor.reserve(-scanned.addresses().length * (long) Integer.BYTES);
            return scanned.table();
        } finally {
            // Those that are not open yet are closed as soon as they are.
            opening.forEach(answer -> answer.thenAccept(Shard::close));
        }
    }

    /** Returns the place of each document, in order of address, when those of one part follow those of the other. */
    private static int[] places(List<int[]> parts, RankedBitSet documents, JobMonitor monitor) {
        int[] places = IntList.ints(documents.size(), monitor);
        int place = 0;
        for (int[] part : parts) {
            for (int address : part) {
                monitor.checkCancelled(place);
                places[documents.place(address)] = place++;
            }
        }
        return places;
    }

    /** Returns how many documents there are in parts. */
    public static long documents(List<int[]> parts) {
        return parts.stream().mapToLong(part -> part.length).sum();
    }

    /**
     * Returns the buckets of the next part, and charges for their memory. O(members of all parts).
     *
     * @param addresses those of the documents of the part
     */
    public Buckets next(int[] addresses, JobMonitor scope) {
        int end = start + addresses.length;
        BucketTable some = new BucketTable(scope);
        for (int bucket = 0; bucket < table.size(); bucket++) {
            for (int place = table.start(bucket); place < table.end(bucket); place++) {
                monitor.checkCancelled(place);
                int member = table.member(place);
                if (member >= start && member < end) {
                    some.add(member - start);
                }
            }
            if (some.open() < 2) {
                some.forget();
            } else {
                some.finish(table.key(bucket));
            }
        }
        start = end;
        return new Buckets(addresses, some);
    }
}
