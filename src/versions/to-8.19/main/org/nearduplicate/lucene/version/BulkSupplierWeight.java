package org.nearduplicate.lucene.version;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** A weight whose scorers all come from its scorer suppliers, those for whole segments too. */
public abstract class BulkSupplierWeight extends Weight {

    protected BulkSupplierWeight(Query query) {
        super(query);
    }

    /** Gives the scorers of a segment. */
    public abstract static class Supplier extends ScorerSupplier {

        /** Returns a scorer of all documents. */
        public abstract BulkScorer bulkScorer() throws IOException;
    }

    @Override
    public abstract Supplier scorerSupplier(LeafReaderContext context) throws IOException;

    @Override
    public final Scorer scorer(LeafReaderContext context) throws IOException {
        Supplier supplier = scorerSupplier(context);
        return supplier == null ? null : supplier.get(Long.MAX_VALUE);
    }

    @Override
    public final BulkScorer bulkScorer(LeafReaderContext context) throws IOException {
        Supplier supplier = scorerSupplier(context);
        return supplier == null ? null : supplier.bulkScorer();
    }
}
