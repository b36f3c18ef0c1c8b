package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MapperServiceTestCase;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.NearDuplicatePlugin;

/** Tests of mappings with a {@code minhash} field, analyzed as on a node with the plugin. */
public abstract class MinHashMapperTestCase extends MapperServiceTestCase {

    /** The name of the field where {@code fieldMapping} makes the mapping. */
    protected static final String FIELD = "field";

    @Override
    protected Collection<? extends Plugin> getPlugins() {
        return List.of(new NearDuplicatePlugin());
    }

    @Override
    protected IndexAnalyzers createIndexAnalyzers(IndexSettings indexSettings) {
        return Analyzers.of(indexSettings);
    }

    /** A context whose index knows the settings of the plugin, as it does on a node. */
    @Override
    protected SearchExecutionContext createSearchExecutionContext(
            MapperService mappers, IndexSearcher searcher, Settings settings) {
        Set<Setting<?>> all = new HashSet<>(IndexScopedSettings.BUILT_IN_INDEX_SETTINGS);
        new NearDuplicatePlugin().getSettings().stream()
                .filter(Setting::hasIndexScope)
                .forEach(all::add);
        IndexSettings known = new IndexSettings(
                mappers.getIndexSettings().getIndexMetadata(),
                Settings.EMPTY,
                new IndexScopedSettings(Settings.EMPTY, all));
        SearchExecutionContext context =
                super.createSearchExecutionContext(mappers, searcher, settings);
        return new SearchExecutionContext(context) {
            @Override
            public IndexSettings getIndexSettings() {
                return known;
            }
        };
    }

    /** Returns a mapping of one field that says no more than its type. */
    protected static XContentBuilder minimal() throws IOException {
        return minHash(parameters -> {});
    }

    protected static XContentBuilder minHash(
            CheckedConsumer<XContentBuilder, IOException> parameters)
            throws IOException {
        return fieldMapping(
                b -> {
                    b.field("type", "minhash");
                    parameters.accept(b);
                });
    }

    /** Returns a mapping with which everything that can be indexed is. */
    protected static XContentBuilder exactMapping() throws IOException {
        return minHash(b -> b.field("exact", true));
    }

    /** Returns a mapping with {@code field.near} beside a field of another type. */
    protected static XContentBuilder multiField(String type) throws IOException {
        return fieldMapping(
                b -> {
                    b.field("type", type).startObject("fields");
                    property(b, "near", "minhash");
                    b.endObject();
                });
    }

    /** Writes an object {@code o} of a type, with the field {@code o.field}. */
    protected static void objectWithField(XContentBuilder b, String objectType) throws IOException {
        b.startObject("o").field("type", objectType).startObject("properties");
        property(b, FIELD, "minhash");
        b.endObject().endObject();
    }

    /** Writes one property: its type, and names and values of further parameters in turn. */
    protected static void property(XContentBuilder b, String name, String type,
            String... parameters)
            throws IOException {
        b.startObject(name).field("type", type);
        for (int i = 0; i < parameters.length; i += 2) {
            b.field(parameters[i], parameters[i + 1]);
        }
        b.endObject();
    }

    /** Tests with an index whose documents have these values of the field, numbered as they come. */
    protected final void withIndex(
            MapperService mappers, List<?> values,
            CheckedConsumer<SearchExecutionContext, IOException> test)
            throws IOException {
        try (Directory directory = newDirectory()) {
            try (IndexWriter writer = new IndexWriter(
                    directory, new IndexWriterConfig().setMergePolicy(new LogDocMergePolicy()))) {
                for (Object value : values) {
                    writer.addDocument(
                            mappers.documentMapper()
                                    .parse(source(b -> b.field(FIELD, value)))
                                    .rootDoc());
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                test.accept(createSearchExecutionContext(mappers, newSearcher(reader)));
            }
        }
    }

    /** Returns the scores of the hits of a query by the numbers of their documents. */
    protected static Map<Integer, Float> hits(SearchExecutionContext context, QueryBuilder query)
            throws IOException {
        Map<Integer, Float> hits = new TreeMap<>();
        for (ScoreDoc hit : context.searcher().search(query.toQuery(context), 100).scoreDocs) {
            hits.put(hit.doc, hit.score);
        }
        return hits;
    }

    /** Returns what a field indexes for a document. */
    protected IndexedSketch index(
            DocumentMapper mapper, String field, CheckedConsumer<XContentBuilder, IOException> json)
            throws IOException {
        return IndexedSketch.of(mapper.parse(source(json)).rootDoc(), field);
    }

    /** Returns what the field of a one-field mapping indexes for a value. */
    protected IndexedSketch indexValue(DocumentMapper mapper, Object value) throws IOException {
        return index(mapper, FIELD, b -> b.field(FIELD, value));
    }
}
