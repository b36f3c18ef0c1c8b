package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.IndexableField;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.mapper.CompletionFieldMapper;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.GeoPointFieldMapper;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.index.mapper.NestedObjectMapper;
import org.nearduplicate.analysis.NearDuplicateAnalyzer;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.lucene.MinHashField;
import org.nearduplicate.lucene.StoredValues;

/**
 * The field type {@code minhash}: indexes the band terms and the signature of a text, and with {@code
 * exact} its shingle set.
 */
public final class MinHashFieldMapper extends FieldMapper {

    /** The name of the field type. */
    public static final String CONTENT_TYPE = "minhash";

    MinHashFieldMapper(
            String leafName, MinHashFieldType fieldType, BuilderParams builderParams) {
        super(leafName, fieldType, builderParams);
    }

    /**
     * Returns what reads a field of this type from a mapping.
     *
     * @param memory is charged for the texts of queries
     */
    public static TypeParser parser(MemoryBudget memory) {
        return new TypeParser(
                (name, context) -> new MinHashFieldBuilder(
                        name, () -> context.getIndexAnalyzers().get(NearDuplicateAnalyzer.NAME),
                        memory));
    }

    @Override
    public MinHashFieldType fieldType() {
        return (MinHashFieldType) super.fieldType();
    }

    /** Elasticsearch needs an analyzer for each field that has terms, though sampled shingles are not made by one. */
    @Override
    public Map<String, NamedAnalyzer> indexAnalyzers() {
        NamedAnalyzer analyzer = configuration().analyzer();
        return fieldType().sampled() == null
                ? Map.of(fullPath(), analyzer)
                : Map.of(fullPath(), analyzer, StoredValues.sampledShinglesField(fullPath()),
                        analyzer);
    }

    @Override
    public Builder getMergeBuilder() {
        return new MinHashFieldBuilder(
                leafName(), configuration().defaultAnalyzer(), configuration().memory())
                .init(this);
    }

    @Override
    protected void doValidate(MappingLookup mappers) {
        requireNoCopies(mappers);
        requireTextOfSource(mappers);
        if (fieldType().isExact()) {
            requireOwn(StoredValues.shingleSetField(fullPath()),
                    "[exact] true keeps its shingle sets", mappers);
        }
        if (fieldType().sampled() != null) {
            requireOwn(StoredValues.sampledShinglesField(fullPath()),
                    "[passages] keeps its sampled shingles",
                    mappers);
        }
    }

    /** Lucene takes one signature for each document; copies of nested documents would add theirs. */
    private void requireNoCopies(MappingLookup mappers) {
        String nested = mappers.nestedLookup().getNestedParent(fullPath());
        while (nested != null) {
            NestedObjectMapper parent = mappers.nestedLookup().getNestedMappers().get(nested);
            if (parent.isIncludeInParent() || parent.isIncludeInRoot()) {
                throw new IllegalArgumentException(
                        "field [" + fullPath() + "] of type [" + CONTENT_TYPE
                                + "] cannot be in nested object ["
                                + nested + "] with [include_in_parent] or [include_in_root]");
            }
            nested = mappers.nestedLookup().getNestedParent(nested);
        }
    }

    /** Fields of these types give their sub-fields other texts than {@code _source} has. */
    private void requireTextOfSource(MappingLookup mappers) {
        String parent = mappers.parentField(fullPath());
        String type = parent == null ? null : mappers.getMapper(parent).typeName();
        if (CompletionFieldMapper.CONTENT_TYPE.equals(type)
                || GeoPointFieldMapper.CONTENT_TYPE.equals(type)) {
            throw new IllegalArgumentException(
                    "field [" + fullPath() + "] of type [" + CONTENT_TYPE
                            + "] cannot be a sub-field of [" + parent + "] of type [" + type
                            + "], which hands down other texts than [_source] has");
        }
    }

    /** Another field of that name would write to the same Lucene field. */
    private void requireOwn(String field, String what, MappingLookup mappers) {
        if (mappers.getMapper(field) != null) {
            throw new IllegalArgumentException(
                    "field [" + fullPath() + "] of type [" + CONTENT_TYPE + "] with " + what
                            + " in [" + field + "], which must not be another field");
        }
    }

    @Override
    protected String contentType() {
        return CONTENT_TYPE;
    }

    /** Adds a value to those that the document has; a field is indexed once it has a shingle. */
    @Override
    protected void parseCreateField(DocumentParserContext context) throws IOException {
        String text = context.parser().textOrNull();
        if (text == null) {
            return;
        }
        LuceneDocument document = context.doc();
        IndexableField existing = document.getByKey(fullPath());
        if (existing != null) {
            ((MinHashField) existing).addValue(text);
            return;
        }
        MinHashField field = new MinHashField(fullPath(), fieldType().sketcher());
        field.addValue(text);
        if (field.isEmpty()) {
            field.drop();
        } else {
            document.onlyAddKey(fullPath(), field);
            document.addAll(field.fields(fieldType().isExact(), fieldType().sampled()));
        }
    }

    private MinHashFieldBuilder.Configuration configuration() {
        return fieldType().configuration();
    }
}
