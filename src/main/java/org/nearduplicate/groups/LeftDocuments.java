package org.nearduplicate.groups;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.sketch.JobMonitor;

/**
 * Which documents are left of those that an earlier job kept: still the ones that the same operations wrote. A component of
 * which one is gone is touched. Belongs to one thread.
 */
final class LeftDocuments {

    /** Documents are looked for in chunks of so many, for each of which a shard looks at all it has. */
    private static final int FOUND_AT_A_TIME = 1 << 18;

    private static final int GONE = -1;

    private final KeptComponents kept;
    private final DocumentAddresses all;
    private final JobMonitor monitor;

    /** Which of the shards continues each that was kept, or {@link #GONE}. */
    private final int[] places;

    /** Where the first document that is left of each component is, of those that have one. */
    private final int[] firstAddress;
    private final FixedBitSet isLeft;
    private final FixedBitSet isTouched;
    private final IntList addresses;
    private final IntList components;
    private long gone;

    /**
     * @param kept what the earlier job kept
     * @param all the addresses of the documents of all shards, which were opened for that
     * @param monitor is asked for memory
     */
    LeftDocuments(KeptComponents kept, DocumentAddresses all, JobMonitor monitor) {
        this.kept = kept;
        this.all = all;
        this.monitor = monitor;
        this.places = places();
        monitor.reserve(kept.components() * (Integer.BYTES + 1L));
        this.firstAddress = new int[kept.components()];
        this.isLeft = new FixedBitSet(kept.components());
        this.isTouched = new FixedBitSet(kept.components());
        this.addresses = new IntList(monitor);
        this.components = new IntList(monitor);
    }

    /** Looks for all of them. */
    void find() {
        Found found = new Found();
        kept.forEach(found, monitor);
        found.ask();
    }

    /** Returns behind which operation of a shard documents were written since: the earlier job saw all up to that. */
    long shown(int shard) {
        for (int i = 0; i < places.length; i++) {
            if (places[i] == shard) {
                return kept.shards().get(i).shown();
            }
        }
        return ShardVersion.NOTHING;
    }

    /** Returns how many are gone, or were written again. */
    long gone() {
        return gone;
    }

    /** Returns whether a document of a component is gone. */
    boolean isTouched(int component) {
        return isTouched.get(component);
    }

    /** Returns whether a document of a component is left. */
    boolean isLeft(int component) {
        return isLeft.get(component);
    }

    /** Returns the address of the first document that is left of a component. */
    int first(int component) {
        return firstAddress[component];
    }

    /** Links what is left of each component. Called once. */
    void link(DocumentComponents linked) {
        linked.add(addresses.size(), addresses::get);
        for (int i = 0; i < addresses.size(); i++) {
            monitor.checkCancelled(i);
            linked.link(first(components.get(i)), addresses.get(i));
        }
        addresses.release();
        components.release();
    }

    private int[] places() {
        List<? extends Shard> shards = all.shards();
        int[] places = new int[kept.shards().size()];
        Arrays.fill(places, GONE);
        for (int shard = 0; shard < shards.size(); shard++) {
            monitor.checkCancelled();
            ShardVersion version = shards.get(shard).history().version();
            for (int i = 0; i < places.length; i++) {
                if (version.continues(kept.shards().get(i))) {
                    places[i] = shard;
                }
            }
        }
        return places;
    }

    private void learn(int component, int shard, int doc) {
        if (doc == GONE) {
            gone++;
            isTouched.set(component);
            return;
        }
        int address = all.address(shard, doc);
        addresses.add(address);
        components.add(component);
        if (isLeft.getAndSet(component) == false) {
            firstAddress[component] = address;
        }
    }

    /** Collects documents of one shard until they are asked for together. */
    private final class Found implements KeptComponents.Consumer {

        private int shard = GONE;
        private long[] numbers = new long[0];
        private final IntList asked = new IntList(monitor);

        @Override
        public void accept(int of, long number, int component) {
            if (of != shard || asked.size() == FOUND_AT_A_TIME) {
                ask();
                shard = of;
            }
            if (asked.size() == numbers.length) {
                grow();
            }
            numbers[asked.size()] = number;
            asked.add(component);
        }

        private void grow() {
            int length = Math.min(FOUND_AT_A_TIME, Math.max(1 << 10, 2 * numbers.length));
            monitor.reserve((length - numbers.length) * (long) Long.BYTES);
            numbers = Arrays.copyOf(numbers, length);
        }

        void ask() {
            int count = asked.size();
            int[] docs = new int[count];
            if (count > 0 && places[shard] != GONE) {
                docs = Await.answer(
                        all.shards().get(places[shard]).history()
                                .docs(Arrays.copyOf(numbers, count)),
                        monitor);
                if (docs.length != count) {
                    throw new IllegalStateException(
                            "possible corruption: a shard was asked for [" + count
                                    + "] documents, got [" + docs.length + "]");
                }
            } else {
                Arrays.fill(docs, GONE);
            }
            for (int i = 0; i < count; i++) {
                monitor.checkCancelled(i);
                learn(asked.get(i), places[shard], docs[i]);
            }
            asked.truncate(0);
        }
    }
}
