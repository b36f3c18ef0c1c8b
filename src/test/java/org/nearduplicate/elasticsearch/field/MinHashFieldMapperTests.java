package org.nearduplicate.elasticsearch.field;

import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.lookup.Source;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.junit.AssumptionViolatedException;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;
import org.nearduplicate.elasticsearch.Texts;
import org.nearduplicate.elasticsearch.version.FieldMapperTestCase;

/** What Elasticsearch demands of every field type; only {@code meta} can be changed. */
public class MinHashFieldMapperTests extends FieldMapperTestCase {

    @Override
    protected Collection<? extends Plugin> getPlugins() {
        return List.of(new NearDuplicatePlugin());
    }

    @Override
    protected IndexAnalyzers createIndexAnalyzers(IndexSettings indexSettings) {
        return Analyzers.of(indexSettings);
    }

    /** The version of the scheme is written out with every mapping, so minimal includes it. */
    @Override
    protected void minimalMapping(XContentBuilder b) throws IOException {
        b.field("type", "minhash").field("scheme_version", 4);
    }

    @Override
    protected Object getSampleValueForDocument() {
        return "one text that a reader takes for the other";
    }

    @Override
    protected boolean supportsIgnoreMalformed() {
        return false;
    }

    @Override
    protected boolean supportsStoredFields() {
        return false;
    }

    @Override
    protected void registerParameters(ParameterChecker checker) throws IOException {
        registerConflict(checker, "analyzer", "whitespace");
        registerConflict(checker, "shingle_unit", "character");
        registerConflict(checker, "shingle_size", 4);
        registerConflict(checker, "similarity", 0.7);
        registerConflict(checker, "recall", 0.9);
        registerConflict(checker, "hash_count", 256);
        registerConflict(checker, "signature_bits", 8);
        registerConflict(checker, "sketch", "minhash");
        registerConflict(checker, "hash_function", "murmur3");
        registerConflict(checker, "seed", 1);
        registerConflict(checker, "passages", 16);
        registerConflict(checker, "exact", true);
        checker.registerConflictCheck("bands", banding(12, 6), banding(17, 6));
        checker.registerConflictCheck("rows", banding(12, 6), banding(12, 5));
        ignore(checker, "scheme_version");
    }

    private void registerConflict(ParameterChecker checker, String parameter, Object value)
            throws IOException {
        checker.registerConflictCheck(parameter, b -> b.field(parameter, value));
    }

    private XContentBuilder banding(int bands, int rows) throws IOException {
        return fieldMapping(
                b -> {
                    minimalMapping(b);
                    b.field("bands", bands).field("rows", rows);
                });
    }

    @Override
    protected Object generateRandomInputValue(MappedFieldType fieldType) {
        return randomFrom(Texts.random(between(1, 20)), "", randomInt(), randomBoolean());
    }

    /** There is no field data: what is fetched is what was given, as text. */
    @Override
    protected void assertFetch(
            MapperService mapperService, String field, Object value, String format)
            throws IOException {
        ValueFetcher fetcher =
                mapperService.fieldType(field)
                        .valueFetcher(createSearchExecutionContext(mapperService), format);
        Source source = Source.fromMap(Map.of(field, value), XContentType.JSON);
        List<Object> fetched = fetcher.fetchValues(source, 0, new ArrayList<>());
        assertThat(fetched, equalTo(texts(value)));
    }

    private static List<String> texts(Object value) {
        return value instanceof List<?> values
                ? values.stream().map(Object::toString).toList()
                : List.of(value.toString());
    }

    /** The text is kept as it was given, beside what is indexed. */
    @Override
    protected SyntheticSourceSupport syntheticSourceSupport(boolean ignoreMalformed) {
        return new SyntheticSourceSupport() {
            @Override
            public boolean preservesExactSource() {
                return true;
            }

            @Override
            public SyntheticSourceExample example(int maxValues) {
                CheckedConsumer<XContentBuilder, IOException> mapping = b -> {
                    minimalMapping(b);
                    b.field("exact", randomBoolean());
                };
                Object value = maxValues == 1 || randomBoolean()
                        ? generateRandomInputValue(null)
                        : randomList(1, maxValues, () -> generateRandomInputValue(null));
                return new SyntheticSourceExample(value, value, mapping);
            }

            @Override
            public List<SyntheticSourceInvalidExample> invalidExample() {
                return List.of();
            }
        };
    }

    @Override
    protected IngestScriptSupport ingestScriptSupport() {
        throw new AssumptionViolatedException("a minhash field takes no script");
    }
}
