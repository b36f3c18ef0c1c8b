package org.nearduplicate.elasticsearch.field;

import org.apache.lucene.index.IndexReader;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.nearduplicate.lucene.SetSource;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.lucene.TextSets;
import org.nearduplicate.sketch.MemoryBudget;

/**
 * The shingle sets of a field's documents, as the caller of a request may read them: those that the field
 * stores, or such that are made from {@code _source}.
 */
public final class FieldSets {

    private final MinHashFieldType field;
    private final SearchExecutionContext context;

    /**
     * @param field the field
     * @param context that of the request, as its caller sees the index
     */
    public FieldSets(MinHashFieldType field, SearchExecutionContext context) {
        this.field = field;
        this.context = context;
    }

    /** Returns whether sets are stored, and shown to the caller. */
    public boolean areStored() {
        IndexReader reader = context.getIndexReader();
        return field.isExact()
                && (reader == null || StoredValues.showShingleSets(reader, field.name()));
    }

    /**
     * Returns the stored sets, or else such that are made from the source.
     *
     * @param budget is asked for the memory of large documents
     * @return the sets, for use by several threads
     * @throws QueryShardException if there are neither
     */
    public SetSource any(MemoryBudget budget) {
        return areStored() ? StoredValues.storedSets(field.name()) : fromSource(budget);
    }

    /**
     * Returns sets that are made from the source. A document whose source lacks the text is refused when it is
     * read.
     *
     * @param budget is asked for the memory of large documents
     * @return the sets, for use by several threads
     * @throws QueryShardException if there is no source
     */
    public TextSets fromSource(MemoryBudget budget) {
        if (context.isSourceEnabled() == false) {
            throw new QueryShardException(
                    context,
                    "[verify] [exact] needs the texts of [" + field.name()
                            + "] from [_source], which is"
                            + " disabled, or shingle sets, which a field with [exact] true stores");
        }
        return new TextSets(
                field.name(), field.sketcher(), new SourceTexts(field.name(), context, budget),
                budget);
    }
}
