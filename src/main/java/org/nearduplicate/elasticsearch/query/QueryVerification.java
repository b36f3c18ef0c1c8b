package org.nearduplicate.elasticsearch.query;

import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.nearduplicate.elasticsearch.field.FieldSets;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.MemoryBudget;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Sketch;

/**
 * Makes the Lucene query that verifies its candidates as it was asked to: by signatures, or exactly, from the
 * shingle sets that the field stores, or else from {@code _source}.
 */
final class QueryVerification {

    private final MinHashFieldType field;
    private final SearchExecutionContext context;
    private final MemoryBudget budget;

    QueryVerification(
            MinHashFieldType field, SearchExecutionContext context, MemoryBudget budget) {
        this.field = field;
        this.context = context;
        this.budget = budget;
    }

    /**
     * Makes a query.
     *
     * @param hashes the shingle hashes of the text; at least one
     * @throws QueryShardException if candidates cannot be verified as asked
     */
    NearDuplicateQuery query(Verify verify, ShingleHashes hashes, double minSimilarity) {
        Sketch sketch = field.sketcher().sketch(hashes);
        return switch (verify) {
            case SIGNATURE -> NearDuplicateQuery.bySignature(field.name(), sketch, minSimilarity);
            case EXACT -> exact(sketch, hashes, minSimilarity);
        };
    }

    private NearDuplicateQuery exact(
            Sketch sketch, ShingleHashes hashes, double minSimilarity) {
        FieldSets sets = new FieldSets(field, context);
        return sets.areStored()
                ? NearDuplicateQuery.exact(field.name(), sketch, hashes, minSimilarity)
                : NearDuplicateQuery.exactByTexts(
                        sketch, hashes, minSimilarity, sets.fromSource(budget));
    }
}
