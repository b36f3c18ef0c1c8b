package org.nearduplicate.lucene.version;

import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** A weight whose scorers all come from its scorer suppliers, those for whole segments too. */
public abstract class BulkSupplierWeight extends Weight {

    protected BulkSupplierWeight(Query query) {
        super(query);
    }

    /** Gives the scorers of a segment. */
    public abstract static class Supplier extends ScorerSupplier {}
}
