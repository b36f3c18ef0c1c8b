package org.nearduplicate.lucene.version;

import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;

/** A scorer that a weight creates. */
public abstract class WeightScorer extends Scorer {

    protected WeightScorer(Weight weight) {
        super(weight);
    }
}
