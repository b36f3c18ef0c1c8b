package org.nearduplicate.sketch;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHasher;

/**
 * Sketches the shingle hashes of documents, one after the other. Belongs to one thread; the working
 * memory is reused.
 */
public final class Sketcher {

    private final Scheme scheme;
    private final SimilarityHasher hasher;
    private final DistinctHashes distinct = new DistinctHashes();

    /**
     * Creates a sketcher.
     *
     * @param scheme gives the sketch algorithm, the hash count and the bands
     */
    public Sketcher(Scheme scheme) {
        this.scheme = scheme;
        this.hasher = scheme.sketch().policy(scheme.hashCount()).createHasher();
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
        ElementHashProvider elements = distinct(hashes);
        return new Sketch(scheme, elements.getNumberOfElements(), hasher.compute(elements));
    }

    /** A table of many would take four times the memory of their hashes. */
    private ElementHashProvider distinct(ShingleHashes hashes) {
        if (hashes.isLarge()) {
            hashes.makeDistinct();
            return ElementHashProvider.ofFunction(hashes::get, hashes.size());
        }
        distinct.set(hashes);
        return distinct;
    }
}
