package org.nearduplicate.sketch;

import java.util.function.Function;

/**
 * Sketches the shingle hashes of documents, one after the other. Belongs to one thread, whose {@link
 * ThreadScratch} has one for each scheme.
 */
public final class Sketcher {

    private final Scheme scheme;
    private final Function<Elements, byte[]> components;
    private final DistinctHashes distinct;

    /**
     * @param scheme gives the sketch algorithm, the hash count and the bands
     * @param distinct a table that others of the same thread may use too, as no content stays in it
     */
    Sketcher(Scheme scheme, DistinctHashes distinct) {
        this.scheme = scheme;
        this.distinct = distinct;
        this.components = scheme.sketch().components(scheme.hashCount());
    }

    /**
     * Sketches one document.
     *
     * @param hashes its shingle hashes, at least one; not kept, but many may lose their order and
     *     repetitions
     * @return the sketch, independent of order and repetitions of the hashes
     * @throws IllegalArgumentException if there is no hash
     */
    public Sketch sketch(ShingleHashes hashes) {
        if (hashes.isEmpty()) {
            throw new IllegalArgumentException("a text without shingles has no sketch");
        }
        // A table of many would take four times the memory of their hashes.
        if (hashes.isLarge()) {
            return sketch(hashes.distinct());
        }
        Sketch sketch = sketch(distinct.of(hashes));
        distinct.releaseLarge();
        return sketch;
    }

    private Sketch sketch(Elements elements) {
        return new Sketch(scheme, Fingerprint.of(elements), components.apply(elements));
    }
}
