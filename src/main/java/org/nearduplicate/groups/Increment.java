package org.nearduplicate.groups;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.lucene.util.FixedBitSet;
import org.nearduplicate.sketch.BandTermFormat;

/**
 * What a job does that goes on from what an earlier one kept: finds which documents were changed or are gone since, and
 * which components that touches. Only these are grouped again; the groups of others are as they were, as no group leaves
 * its component, and a pair of documents that were not changed is as similar as before.
 *
 * <p>A pair with a changed document shares a term with it: so the terms of the changed documents are looked up, and who
 * shares one is compared. What hangs together with what by pairs of other documents was kept, and how limited buckets were
 * cut: these are looked up too, and whoever is in one that is cut in another way is touched. A component stays whole when
 * a document of it is gone, though it may hang together no more: that is more to group, and no other result.
 *
 * <p>Belongs to the thread of the job.
 */
public final class Increment {

    /** A job that groups all is not much slower when more than one document in so many is changed. */
    private static final int CHANGED_ONE_IN = 4;

    /** So many of the terms of changed documents are looked up at a time, about; fewer in more than 64 shards. */
    private static final int KEYS_AT_A_TIME = 1 << 16;

    /** So many are sent at a time, to all shards together. */
    private static final int KEYS_SENT = 1 << 22;

    private final KeptComponents kept;
    private final DocumentAddresses all;
    private final BandTermFormat terms;
    private final GroupsWorker worker;
    private final ScopedMonitor monitor;

    private final LeftDocuments left;
    private final IntList changed;
    private FixedBitSet touchedRoots = new FixedBitSet(0);
    private NumberSet touchedToo;
    private String obstacle;

    private Increment(
            KeptComponents kept, DocumentAddresses all, BandTermFormat terms, GroupsWorker worker,
            ScopedMonitor monitor) {
        this.kept = kept;
        this.all = all;
        this.terms = terms;
        this.worker = worker;
        this.monitor = monitor;
        this.left = new LeftDocuments(kept, all, monitor);
        this.changed = new IntList(monitor);
    }

    /**
     * Finds what to group again.
     *
     * @param kept what the earlier job kept
     * @param all the addresses of the documents of all shards, which were opened for that
     * @param terms the format of their terms
     * @param worker links documents
     * @param monitor gives all memory back
     */
    static Increment find(
            KeptComponents kept, DocumentAddresses all, BandTermFormat terms, GroupsWorker worker,
            ScopedMonitor monitor) {
        Increment increment = new Increment(kept, all, terms, worker, monitor);
        increment.find();
        return increment;
    }

    /** Returns why all documents have to be grouped, or null if they need not. */
    public String obstacle() {
        return obstacle;
    }

    /** Returns how many documents were written since. */
    public long changed() {
        return changed.size();
    }

    /** Returns how many of the documents that were kept are gone, or were written again. */
    public long gone() {
        return left.gone();
    }

    /**
     * Hands on the documents of the components that are grouped again, as the earlier job saw them: groups whose keeper is
     * one of them are replaced.
     *
     * @param consumer takes their versions
     */
    public void forEachReplaced(Consumer<DocumentVersion> consumer) {
        kept.forEach((shard, number, component) -> {
            if (isReplaced(component)) {
                consumer.accept(new DocumentVersion(kept.shards().get(shard).shard(), number));
            }
        }, monitor);
    }

    /** Returns whether a component is grouped again, by the number of its first document. */
    boolean isTouched(int root) {
        return touchedRoots.get(root);
    }

    private boolean isReplaced(int component) {
        return left.isTouched(component)
                || left.isLeft(component)
                        && touchedRoots.get(components().root(left.first(component)));
    }

    private DocumentComponents components() {
        return worker.links().components();
    }

    private void find() {
        worker.links().begin();
        left.find();
        findChanged();
        if (obstacle == null) {
            left.link(components());
            linkChanged();
            touch();
        }
    }

    private void findChanged() {
        long documents = 0;
        for (int shard = 0; shard < all.shards().size(); shard++) {
            documents += all.shards().get(shard).documents().documents();
        }
        for (int shard = 0; shard < all.shards().size() && obstacle == null; shard++) {
            findChanged(shard, documents / CHANGED_ONE_IN);
        }
    }

    private void findChanged(int shard, long most) {
        ShardHistory history = all.shards().get(shard).history();
        long after = left.shown(shard);
        int[] docs;
        int from = 0;
        do {
            docs = Await.answer(history.changed(after, from), monitor);
            for (int doc : docs) {
                changed.add(all.address(shard, doc));
                from = doc + 1;
            }
            if (changed.size() > most) {
                obstacle = String.format(Locale.ROOT,
                        "more than a quarter of the documents, [%d] of [%d] or more, were written since",
                        changed.size(), most * CHANGED_ONE_IN);
            }
        } while (docs.length > 0 && obstacle == null);
    }

    private void linkChanged() {
        try (ScopedMonitor scope = new ScopedMonitor(monitor, 0, 0)) {
            SortedMap<Long, Long> limitedBefore = kept.limited(scope);
            int ranges = Math.toIntExact(
                    1 + ((long) changed.size() * terms.bands() + limitedBefore.size())
                            / keysAtATime());
            scope.reserve(changed.size() * (long) Integer.BYTES);
            try (SelectedShards some = SelectedShards.of(all, changed.toArray(), scope)) {
                for (KeyRange range : KeyRange.all(terms).split(ranges)) {
                    link(
                            range, some.shards(),
                            limitedBefore.subMap(range.from(), range.to()).keySet());
                }
            }
            touchLimited(limitedBefore, worker.links().blocks().hashes(scope));
        }
    }

    private void link(KeyRange range, List<? extends Shard> some, Collection<Long> limited) {
        try (ScopedMonitor scope = new ScopedMonitor(monitor, 0, 0)) {
            worker.link(range, BandKeys.of(some, range, limited, scope));
        }
    }

    /** Where a limited bucket is cut in another way, other pairs of documents are compared that were not changed. */
    private void touchLimited(SortedMap<Long, Long> before, SortedMap<Long, Long> now) {
        SortedSet<Long> keys = new TreeSet<>(before.keySet());
        keys.addAll(now.keySet());
        keys.removeIf(key -> Objects.equals(before.get(key), now.get(key)));
        if (keys.isEmpty()) {
            return;
        }
        touchedToo = new NumberSet(all.count(), monitor);
        long[] cut = keys.stream().mapToLong(Long::longValue).toArray();
        for (int from = 0; from < cut.length; from += keysAtATime()) {
            worker.forEachDocument(
                    Arrays.copyOfRange(cut, from, Math.min(cut.length, from + keysAtATime())),
                    touchedToo::add);
        }
    }

    private int keysAtATime() {
        return Math.clamp(KEYS_SENT / Math.max(1, all.shards().size()), 1, KEYS_AT_A_TIME);
    }

    private void touch() {
        monitor.reserve(FixedBitSet.bits2words(components().size()) * (long) Long.BYTES);
        touchedRoots = new FixedBitSet(components().size());
        for (int i = 0; i < changed.size(); i++) {
            touch(i, changed.get(i));
        }
        if (touchedToo != null) {
            touchedToo.finish();
            int[] addresses = touchedToo.toArray();
            for (int i = 0; i < addresses.length; i++) {
                touch(i, addresses[i]);
            }
        }
        for (int component = 0; component < kept.components(); component++) {
            if (left.isTouched(component) && left.isLeft(component)) {
                touch(component, left.first(component));
            }
        }
    }

    private void touch(int step, int address) {
        monitor.checkCancelled(step);
        if (components().contains(address)) {
            touchedRoots.set(components().root(address));
        }
    }
}
