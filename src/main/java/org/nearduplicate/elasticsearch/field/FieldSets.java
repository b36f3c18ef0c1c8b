package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import java.util.OptionalInt;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.elasticsearch.index.mapper.SourceFieldMapper;
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
     * Returns why there are no sets, for a request that would take them if there were. No more is read than
     * one document, and that only where the source may be incomplete: the mapping filters it, or field-level
     * security hides fields.
     *
     * @param budget is asked for the memory of a large document
     * @return the reason, or null if there are sets
     * @throws IOException if the index cannot be read
     */
    public String lack(MemoryBudget budget) throws IOException {
        if (areStored()) {
            return null;
        }
        if (context.isSourceEnabled() == false) {
            return "[_source] is disabled";
        }
        IndexReader reader = context.getIndexReader();
        return reader == null || isSourceComplete(reader) ? null : lackOfFirst(reader, budget);
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

    private boolean isSourceComplete(IndexReader reader) {
        SourceFieldMapper source = context.getMappingLookup().getMapping()
                .getMetadataMapperByClass(SourceFieldMapper.class);
        return (source.isSynthetic() || source.isComplete())
                && reader.leaves().stream().noneMatch(segment -> hidesFields(segment.reader()));
    }

    private static boolean hidesFields(LeafReader segment) {
        return segment.getFieldInfos().size() < FilterLeafReader.unwrap(segment).getFieldInfos()
                .size();
    }

    private String lackOfFirst(IndexReader reader, MemoryBudget budget) throws IOException {
        OptionalInt first = StoredValues.first(reader, field.name());
        if (first.isEmpty()) {
            return null;
        }
        int doc = first.getAsInt();
        LeafReaderContext segment =
                reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
        try {
            fromSource(budget).open(segment).read(doc - segment.docBase);
            return null;
        } catch (IllegalArgumentException | IllegalStateException e) {
            return e.getMessage();
        }
    }
}
