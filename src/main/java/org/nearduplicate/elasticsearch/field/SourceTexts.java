package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.LeafNestedDocuments;
import org.elasticsearch.search.SearchHit.NestedIdentity;
import org.elasticsearch.search.internal.ContextIndexSearcher;
import org.elasticsearch.search.lookup.SourceProvider;
import org.nearduplicate.lucene.TextSource;

/**
 * The texts of a {@code minhash} field, read from {@code _source} as who searches may see it. Safe for the
 * threads of one search.
 */
final class SourceTexts implements TextSource {

    private static final StoredFieldLoader STORED = StoredFieldLoader.create(false, Set.of());

    private final String field;
    private final SearchExecutionContext context;
    private final SourcePaths paths;
    private final boolean isNested;
    private final Supplier<SourceProvider> sources;

    private SourceTexts(
            String field, SearchExecutionContext context, SourcePaths paths,
            Supplier<SourceProvider> sources) {
        this.field = field;
        this.context = context;
        this.paths = paths;
        this.isNested = context.nestedLookup().getNestedParent(field) != null;
        this.sources = sources;
    }

    /**
     * Returns the texts for a search. What asks for the same document one after the other reads it once,
     * scripts and runtime fields among it.
     *
     * @param field the full name of the field
     * @param context that of the search
     */
    static SourceTexts ofSearch(String field, SearchExecutionContext context) {
        SourcePaths paths = new SourcePaths(context.sourcePath(field));
        SourceProvider ofAllClauses = context.lookup().optimizedSourceProvider(paths.filter());
        return new SourceTexts(field, context, paths, () -> ofAllClauses);
    }

    /**
     * Returns the texts for several threads, which may read the same segment at a time.
     *
     * @param field the full name of the field
     * @param context that of the session
     */
    static SourceTexts ofSession(String field, SearchExecutionContext context) {
        SourcePaths paths = new SourcePaths(context.sourcePath(field));
        return new SourceTexts(
                field, context, paths, () -> context.createSourceProvider(paths.filter()));
    }

    /**
     * Returns whether there is no sign that the source may lack texts: it is stored as a whole, and the
     * fields that the texts stand in are seen in the index. Field-level security hides a field in both.
     */
    boolean areSurelyWhole() {
        SourceFieldMapper mapper = context.getMappingLookup().getMapping()
                .getMetadataMapperByClass(SourceFieldMapper.class);
        IndexReader reader = context.getIndexReader();
        return mapper.isComplete()
                && paths.paths().stream().allMatch(path -> isSeen(reader, path));
    }

    private static boolean isSeen(IndexReader reader, String path) {
        for (LeafReaderContext segment : reader.leaves()) {
            FieldInfos fields = segment.reader().getFieldInfos();
            if (fields.fieldInfo(path) != null) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Texts open(LeafReaderContext segment) throws IOException {
        return new Segment(
                segment,
                sources.get(),
                isNested
                        ? context.getNestedDocuments().getLeafNestedDocuments(segment)
                        : LeafNestedDocuments.NO_NESTED_MAPPERS);
    }

    private final class Segment implements Texts {

        private final LeafReaderContext segment;
        private final SourceProvider provider;
        private final LeafNestedDocuments nestedDocuments;

        Segment(
                LeafReaderContext segment, SourceProvider provider,
                LeafNestedDocuments nestedDocuments) {
            this.segment = segment;
            this.provider = provider;
            this.nestedDocuments = nestedDocuments;
        }

        @Override
        public List<String> read(int doc) throws IOException {
            checkCancelled();
            NestedIdentity nested = nestedDocuments.advance(doc);
            try {
                return paths.read(
                        provider.getSource(segment,
                                nested == null ? doc : nestedDocuments.rootDoc()),
                        nested);
            } catch (IOException | IllegalArgumentException | IllegalStateException e) {
                throw new IllegalStateException(
                        "document [" + name(doc) + "], field [" + field
                                + "]: [_source] cannot be read: " + e.getMessage(),
                        e);
            }
        }

        @Override
        public String name(int doc) {
            try {
                NestedIdentity nested = nestedDocuments.advance(doc);
                int root = nested == null ? doc : nestedDocuments.rootDoc();
                LeafStoredFieldLoader stored = STORED.getLoader(segment, null);
                stored.advanceTo(root);
                return IdLoader.create(context.getIndexSettings(), context.getMappingLookup())
                        .leaf(stored, segment.reader(), new int[] {root})
                        .getId(root);
            } catch (IOException e) {
                return Integer.toString(doc);
            }
        }

        /** Between documents, as one may be large. */
        private void checkCancelled() {
            if (context.searcher() instanceof ContextIndexSearcher searcher) {
                searcher.checkCancelled();
            }
        }
    }
}
