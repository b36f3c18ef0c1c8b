package org.nearduplicate.elasticsearch.query;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.nearduplicate.elasticsearch.field.FieldSets;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.lucene.ClauseSets;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.lucene.KeptSets;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.lucene.SoughtContainment;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ShingleHashes;
import org.nearduplicate.sketch.Signature;
import org.nearduplicate.sketch.Sketch;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.sketch.sets.ShingleSet;
import org.nearduplicate.sketch.sets.SketchedText;

/**
 * Makes the Lucene queries of one shard for sketched texts, verified as requested or as the shard can.
 *
 * @param choice how the shard verifies
 * @param sets the sets of texts that have to be read, or null where sets are stored or signatures verify
 * @param ignored the shingles that do not count, none where signatures verify
 */
public record TextQueries(
        MinHashFieldType field, FieldSets.Choice choice, DocumentSource<BytesRef> sets,
        IgnoredShingles ignored) {

    /**
     * Chooses how the shard verifies.
     *
     * @param verify what a request says, or null for exactly where that is possible
     * @param ignored the shingles that do not count
     * @throws QueryShardException if it cannot verify as asked
     */
    public static TextQueries of(
            MinHashFieldType field, Verify verify, ShingleSet ignored,
            SearchExecutionContext context)
            throws IOException {
        FieldSets sets = new FieldSets(field, context, field.memory());
        FieldSets.Choice choice = sets.choose(verify);
        boolean readsTexts = choice.verify() == Verify.EXACT && sets.areStored() == false;
        return new TextQueries(
                field, choice, readsTexts ? sets.fromSource() : null,
                new IgnoredShingles(ignored));
    }

    /** Returns these queries for a clause of a search, which may be joined with others. */
    TextQueries ofClause() {
        return sets == null ? this
                : new TextQueries(field, choice, new ClauseSets(sets), ignored);
    }

    /**
     * Returns these queries for many texts: each document is read once for all of them. The budget is charged for what is
     * kept.
     */
    public TextQueries ofMany(MemoryBudget budget) {
        return sets == null
                ? this
                : new TextQueries(field, choice, new KeptSets(sets, budget), ignored);
    }

    /**
     * Makes a query.
     *
     * @param text the text, sketched by the scheme of the field
     * @param rows how many rows of a band candidates share, those of a band at most
     * @param minSimilarity the similarity that hits reach, in (0,1]
     */
    public NearDuplicateQuery query(SketchedText text, int rows, double minSimilarity) {
        return switch (choice.verify()) {
            case SIGNATURE -> NearDuplicateQuery.bySignature(
                    field.name(), text.keys(), text.signature(), rows, minSimilarity);
            case EXACT -> NearDuplicateQuery.exact(
                    field.name(), text, rows, minSimilarity, sets, ignored);
        };
    }

    /** Makes the same query of the shingle hashes of the text. */
    NearDuplicateQuery query(ShingleHashes hashes, int rows, double minSimilarity) {
        Sketch sketch = field.sketcher().sketch(hashes);
        // The set of a long text is not made where nobody needs it.
        return choice.verify() == Verify.SIGNATURE
                ? NearDuplicateQuery.bySignature(
                        field.name(), sketch.keys(), Signature.of(sketch), rows, minSimilarity)
                : query(SketchedText.of(sketch, hashes), rows, minSimilarity);
    }

    /** Makes a query for a share, of a field that has sampled shingles. The hashes may lose their order and repetitions. */
    NearDuplicateQuery shareQuery(SoughtContainment share, ShingleHashes hashes) {
        return NearDuplicateQuery.bySampledShingles(
                field.name(), share, field.sampled().keys(hashes),
                choice.verify() == Verify.EXACT ? ShingleSet.of(hashes) : null, sets);
    }
}
