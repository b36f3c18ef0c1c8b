package org.nearduplicate.lucene.version;

import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;

/** A scorer that a weight makes. */
public abstract class WeightScorer extends Scorer {

    /**
     * Creates a scorer.
     *
     * @param weight makes it
     */
    protected WeightScorer(Weight weight) {
        super(weight);
    }
}
