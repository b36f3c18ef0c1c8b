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
import org.nearduplicate.lucene.DocumentSource;
import org.nearduplicate.lucene.StoredValues;
import org.nearduplicate.lucene.TextSets;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.MemoryBudget;

/**
 * The shingle sets of a field's documents, as the caller of a request may read them: those that the field
 * stores, or such that are made from {@code _source}.
 */
public final class FieldSets {

    private final MinHashFieldType field;
    private final SearchExecutionContext context;

    /**
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
                && (reader == null || StoredValues.areShown(
                        reader, field.name(), StoredValues.shingleSetField(field.name())));
    }

    /**
     * How a shard verifies.
     *
     * @param verify by what
     * @param lack why signatures stand in for shingle sets, or null if they do not
     */
    public record Choice(Verify verify, String lack) {}

    /**
     * Chooses how to verify: as asked, or else exactly if there are sets. To see that, the source of one
     * document is read, where it may be incomplete: the mapping filters it, or field-level security hides fields.
     *
     * @param asked what a request says, or null if that is left open
     * @param budget is asked for the memory of a large document
     * @throws IllegalStateException if that source is corrupt
     */
    public Choice choose(Verify asked, MemoryBudget budget) throws IOException {
        String lack = asked == null ? lack(budget) : null;
        Verify otherwise = lack == null ? Verify.EXACT : Verify.SIGNATURE;
        return new Choice(asked == null ? otherwise : asked, lack);
    }

    /**
     * Returns the stored sets, or else such that are made from the source.
     *
     * @return the sets, for use by several threads
     * @throws QueryShardException if there are neither
     */
    public DocumentSource<BytesRef> storedOrFromSource(MemoryBudget budget) {
        return areStored() ? StoredValues.storedSets(field.name()) : fromSource(budget);
    }

    /**
     * Returns sets that are made from the source. A document whose source lacks the text is refused when it is
     * read.
     *
     * @return the sets, for use by several threads
     * @throws QueryShardException if there is no source
     */
    public TextSets fromSource(MemoryBudget budget) {
        requireSource();
        return new TextSets(field.name(), field.sketcher(), texts(budget), budget);
    }

    /**
     * Checks that there are sets, stored or from the source.
     *
     * @throws QueryShardException if there are neither
     */
    public void requireAny() {
        if (areStored() == false) {
            requireSource();
        }
    }

    private void requireSource() {
        if (context.isSourceEnabled() == false) {
            throw new QueryShardException(
                    context,
                    "[verify] [exact] needs the texts of [" + field.name()
                            + "] from [_source], which is"
                            + " disabled, or shingle sets, which a field with [exact] true stores");
        }
    }

    private String lack(MemoryBudget budget) throws IOException {
        IndexReader reader = context.getIndexReader();
        if (areStored()) {
            return null;
        }
        if (context.isSourceEnabled() == false) {
            return "[_source] is disabled";
        }
        return reader == null || isSourceComplete(reader) || givesTextsBack(reader, budget)
                ? null
                : "[_source] leaves the texts out, or field-level security hides them";
    }

    private boolean isSourceComplete(IndexReader reader) {
        SourceFieldMapper source = context.getMappingLookup().getMapping()
                .getMetadataMapperByClass(SourceFieldMapper.class);
        return (source.isSynthetic() || source.isComplete())
                && reader.leaves().stream().noneMatch(segment -> mayHideFields(segment.reader()));
    }

    /** What hides fields makes a list of its own of those that it shows. */
    private static boolean mayHideFields(LeafReader segment) {
        return segment.getFieldInfos() != FilterLeafReader.unwrap(segment).getFieldInfos();
    }

    private boolean givesTextsBack(IndexReader reader, MemoryBudget budget) throws IOException {
        OptionalInt first = StoredValues.first(reader, field.name());
        if (first.isEmpty()) {
            return true;
        }
        int doc = first.getAsInt();
        LeafReaderContext segment =
                reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
        return texts(budget).open(segment, false).read(doc - segment.docBase).isEmpty() == false;
    }

    private SourceTexts texts(MemoryBudget budget) {
        return new SourceTexts(field.name(), context, budget);
    }
}
