package org.nearduplicate.sketch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * What one thread works with while it sketches: buffers that serve every scheme, of which it keeps at
 * most 3.5 MiB, and the tools of the schemes that it met last, some 10 KiB each. Nothing in it refers to
 * the caller.
 */
public final class ThreadScratch {

    private static final ThreadLocal<ThreadScratch> OF_THREAD =
            ThreadLocal.withInitial(ThreadScratch::new);

    /** As many fields as are alive at once in documents without nested ones, with few exceptions. */
    private static final int MAX_SPARE = 4;

    /** More than the fields of most nodes have. */
    private static final int MAX_SCHEMES = 32;

    private final Deque<ShingleHashes> spare = new ArrayDeque<>(MAX_SPARE);
    private final DistinctHashes distinct = new DistinctHashes();
    private final HashSort hashSort = new HashSort();

    /** From the scheme met longest ago to the last. */
    private final SequencedMap<Scheme, Tools> tools = new LinkedHashMap<>(MAX_SCHEMES, 0.75f, true);

    private record Tools(ShingleHasher shingleHasher, Function<Elements, byte[]> components) {}

    ThreadScratch() {}

    /** Returns that of the calling thread, which no other may use. */
    public static ThreadScratch get() {
        return OF_THREAD.get();
    }

    /** Returns an empty buffer, which belongs to the caller. One that is never given back is garbage. */
    public ShingleHashes takeHashes() {
        return spare.isEmpty() ? new ShingleHashes() : spare.pop();
    }

    /** Takes back a buffer that was taken, in any thread, and keeps it for the next caller; its owner must not use it again. */
    public void giveBack(ShingleHashes hashes) {
        if (spare.size() < MAX_SPARE) {
            hashes.clear();
            spare.push(hashes);
        }
    }

    /** Returns what sorts the hashes of ordinary texts. */
    HashSort hashSort() {
        return hashSort;
    }

    /** Returns a shingle hasher of a scheme, for one value at a time. */
    public ShingleHasher shingleHasher(Scheme scheme) {
        return tools(scheme).shingleHasher;
    }

    /**
     * Sketches one document.
     *
     * @param hashes its shingle hashes by the scheme, at least one; not kept, but many may lose their order and
     *     repetitions
     * @return the sketch, independent of order and repetitions of the hashes
     * @throws IllegalArgumentException if there is no hash
     */
    public Sketch sketch(Scheme scheme, ShingleHashes hashes) {
        if (hashes.isEmpty()) {
            throw new IllegalArgumentException("a text without shingles has no sketch");
        }
        // A table of many would take four times the memory of their hashes.
        Elements elements = hashes.isLarge() ? hashes.distinct() : distinct.of(hashes);
        Sketch sketch = new Sketch(
                scheme, Fingerprint.of(elements), tools(scheme).components.apply(elements));
        distinct.releaseLarge();
        return sketch;
    }

    private Tools tools(Scheme scheme) {
        Tools known = tools.get(scheme);
        if (known == null) {
            if (tools.size() == MAX_SCHEMES) {
                tools.pollFirstEntry();
            }
            known = new Tools(
                    new ShingleHasher(scheme), scheme.sketch().components(scheme.hashCount()));
            tools.put(scheme, known);
        }
        return known;
    }
}
