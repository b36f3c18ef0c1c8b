package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import java.util.OptionalInt;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.lucene.TextSets;
import org.nearduplicate.lucene.Verify;

/**
 * The shingle sets of a field's documents, as the caller of a request may read them: the stored sets, or sets that are
 * made from {@code _source}.
 *
 * @param context that of the request, as its caller sees the index
 * @param budget is charged for large documents while their source is read
 */
public record FieldSets(
        MinHashFieldType field, SearchExecutionContext context, MemoryBudget budget) {

    /** Returns whether sets are stored, and shown to the caller. */
    public boolean areStored() {
        IndexReader reader = context.getIndexReader();
        return field.isExact()
                && (reader == null || StoredValues.areShown(
                        reader, field.name(), StoredValues.shingleSetField(field.name())));
    }

    /**
     * How a shard verifies.
     *
     * @param lack why signatures are used in place of shingle sets, or null if that is not so
     */
    public record Choice(Verify verify, String lack) {}

    /**
     * Chooses how to verify: as requested, or else exactly if there are sets. To find out, the source of one
     * document is read where it may be incomplete: the mapping filters it, or field-level security hides fields.
     *
     * @param requested what a request says, or null for exactly where that is possible
     * @throws QueryShardException if exact verification is requested and there are no sets
     * @throws IllegalStateException if that source is corrupt
     */
    public Choice choose(Verify requested) throws IOException {
        if (requested == Verify.EXACT && areStored() == false
                && context.isSourceEnabled() == false) {
            throw new QueryShardException(
                    context,
                    "[verify] [exact] needs the texts of [" + field.name()
                            + "] from [_source], which is"
                            + " disabled, or shingle sets, which a field with [exact] true stores");
        }
        String lack = requested == null ? lack() : null;
        Verify otherwise = lack == null ? Verify.EXACT : Verify.SIGNATURE;
        return new Choice(requested == null ? otherwise : requested, lack);
    }

    /**
     * Returns the stored sets, or else sets that are made {@linkplain #fromSource() from the source}. They are safe for
     * use by several threads.
     */
    public DocumentSource<BytesRef> storedOrFromSource() {
        return areStored() ? StoredValues.storedSets(field.name()) : fromSource();
    }

    /**
     * Returns sets that are made from the source, which {@link #choose} found to be there. They are safe for use by
     * several threads. A document whose source lacks the text is refused when it is read.
     */
    public TextSets fromSource() {
        return new TextSets(field.name(), field.sketcher(), texts(), budget);
    }

    private String lack() throws IOException {
        IndexReader reader = context.getIndexReader();
        if (areStored()) {
            return null;
        }
        if (context.isSourceEnabled() == false) {
            return "[_source] is disabled";
        }
        return reader == null || isSourceComplete(reader) || givesTextsBack(reader)
                ? null
                : "[_source] leaves the texts out, or field-level security hides them";
    }

    private boolean isSourceComplete(IndexReader reader) {
        SourceFieldMapper source = context.getMappingLookup().getMapping()
                .getMetadataMapperByClass(SourceFieldMapper.class);
        return (source.isSynthetic() || source.isComplete())
                && reader.leaves().stream().noneMatch(segment -> mayHideFields(segment.reader()));
    }

    /** A reader that hides fields has a list of its own of the fields that it shows. */
    private static boolean mayHideFields(LeafReader segment) {
        return segment.getFieldInfos() != FilterLeafReader.unwrap(segment).getFieldInfos();
    }

    private boolean givesTextsBack(IndexReader reader) throws IOException {
        OptionalInt first = StoredValues.first(reader, field.name());
        if (first.isEmpty()) {
            return true;
        }
        int doc = first.getAsInt();
        LeafReaderContext segment =
                reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
        return texts().open(segment, false).read(doc - segment.docBase).isEmpty() == false;
    }

    private SourceTexts texts() {
        return new SourceTexts(field.name(), context, budget);
    }
}
