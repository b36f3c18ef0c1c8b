package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import java.util.function.Consumer;
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
     * Returns the sets for one search, whose clauses read a document together.
     *
     * @param budget is asked for the memory of large documents
     * @param mismatches is told of candidates whose texts are not what they were indexed from, or throws that
     * @return sets from the source
     * @throws QueryShardException if it does not give the texts back, as far as can be seen without reading
     *     all of it
     * @throws IOException if the index cannot be read
     */
    public TextSets ofSearch(
            MemoryBudget budget, Consumer<IllegalArgumentException> mismatches)
            throws IOException {
        return require(SourceTexts.ofSearch(field.name(), context), budget, mismatches);
    }

    /**
     * Returns the sets for several threads, each of which may read any document.
     *
     * @param budget is asked for the memory of large documents
     * @return stored sets, or sets from the source
     * @throws QueryShardException if there are neither
     * @throws IOException if the index cannot be read
     */
    public SetSource ofSession(MemoryBudget budget) throws IOException {
        return areStored()
                ? StoredValues.storedSets(field.name())
                : require(SourceTexts.ofSession(field.name(), context), budget, mismatch -> {
                });
    }

    private TextSets require(
            SourceTexts texts,
            MemoryBudget budget,
            Consumer<IllegalArgumentException> mismatches)
            throws IOException {
        TextSets sets = new TextSets(
                field.name(), field.sketcher(), texts, budget, mismatches);
        if (giveTextsBack(texts, sets)) {
            return sets;
        }
        throw new QueryShardException(
                context,
                "[verify] [exact] needs the texts of [" + field.name() + "] from [_source], which "
                        + "is disabled, leaves them out, or is hidden by field-level security; or "
                        + "shingle sets, which a field with [exact] true stores");
    }

    private boolean giveTextsBack(SourceTexts texts, TextSets sets) throws IOException {
        IndexReader reader = context.getIndexReader();
        return context.isSourceEnabled()
                && (reader == null || texts.areSurelyWhole() || sets.giveBackTheFirst(reader));
    }
}
