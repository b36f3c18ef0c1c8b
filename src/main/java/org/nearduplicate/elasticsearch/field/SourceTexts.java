package org.nearduplicate.elasticsearch.field;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.AlreadyClosedException;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.SourceFieldMetrics;
import org.elasticsearch.index.mapper.SourceLoader;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.LeafNestedDocuments;
import org.elasticsearch.search.SearchHit.NestedIdentity;
import org.elasticsearch.search.lookup.Source;
import org.nearduplicate.elasticsearch.version.IdLoaders;
import org.nearduplicate.job.MemoryBudget;
import org.nearduplicate.lucene.DocumentSource;

/**
 * The texts of a {@code minhash} field, read from {@code _source} as the caller may see it. Safe for use by
 * several threads; a reader of a segment is not.
 */
final class SourceTexts implements DocumentSource<List<String>> {

    /** The bytes of a source from which on its texts are charged for. */
    private static final int LARGE = 1 << 16;

    private static final StoredFieldLoader STORED =
            StoredFieldLoader.create(false, Set.of(IdFieldMapper.NAME));

    private final String field;
    private final SearchExecutionContext context;
    private final SourcePaths paths;
    private final boolean isNested;
    private final MemoryBudget budget;

    /** The budget is charged for large documents while they are read. */
    SourceTexts(String field, SearchExecutionContext context, MemoryBudget budget) {
        this.field = field;
        this.context = context;
        this.paths = new SourcePaths(context.sourcePath(field));
        this.isNested = context.nestedLookup().getNestedParent(field) != null;
        this.budget = budget;
    }

    @Override
    public Reader<List<String>> open(LeafReaderContext segment, boolean dense) throws IOException {
        return new Segment(segment, dense);
    }

    /** Those of one field in one context are the same. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SourceTexts that
                && field.equals(that.field) && context == that.context;
    }

    @Override
    public int hashCode() {
        return field.hashCode();
    }

    private final class Segment implements Reader<List<String>> {

        private final LeafReaderContext segment;
        private final boolean dense;
        private final LeafNestedDocuments nestedDocuments;
        private LeafStoredFieldLoader stored;
        private SourceLoader.Leaf sources;

        /** The document whose source was loaded last: several nested documents have the same. */
        private int loaded = -1;
        private Source source;

        Segment(LeafReaderContext segment, boolean dense) throws IOException {
            this.segment = segment;
            this.dense = dense;
            this.nestedDocuments = isNested
                    ? context.getNestedDocuments().getLeafNestedDocuments(segment)
                    : LeafNestedDocuments.NO_NESTED_MAPPERS;
        }

        @Override
        public List<String> read(int doc) throws IOException {
            NestedIdentity nested = nestedDocuments.advance(doc);
            try {
                return read(source(nested == null ? doc : nestedDocuments.rootDoc()), nested);
            } catch (AlreadyClosedException e) {
                throw e;
            } catch (IOException | IllegalArgumentException | IllegalStateException e) {
                throw new IllegalStateException(
                        "document [" + name(doc) + "], field [" + field
                                + "]: [_source] cannot be read: " + e.getMessage(),
                        e);
            }
        }

        private Source source(int root) throws IOException {
            if (sources == null) {
                open();
            }
            if (root != loaded) {
                stored.advanceTo(root);
                source = sources.source(stored, root);
                loaded = root;
            }
            return source;
        }

        /** Opens the source. A stored one is read without a filter, which might write its numbers anew. */
        private void open() throws IOException {
            boolean synthetic = context.isSourceSynthetic();
            SourceLoader loader =
                    context.getMappingLookup()
                            .newSourceLoader(
                                    synthetic ? paths.filter() : null, SourceFieldMetrics.NOOP);
            stored = StoredFieldLoader
                    .create(synthetic == false, loader.requiredStoredFields(), dense)
                    .getLoader(segment, null);
            sources = loader.leaf(segment.reader(), null);
        }

        private List<String> read(Source source, NestedIdentity nested) throws IOException {
            int length = source.internalSourceRef().length();
            long charged = length < LARGE ? 0 : (long) Character.BYTES * length;
            budget.reserve(charged);
            try {
                return paths.read(source, nested);
            } finally {
                budget.reserve(-charged);
            }
        }

        @Override
        public String name(int doc) {
            try {
                NestedIdentity nested = nestedDocuments.advance(doc);
                int root = nested == null ? doc : nestedDocuments.rootDoc();
                LeafStoredFieldLoader stored = STORED.getLoader(segment, null);
                stored.advanceTo(root);
                String id = IdLoaders.create(context)
                        .leaf(stored, segment.reader(), new int[] {root})
                        .getId(root);
                return id == null ? Integer.toString(doc) : id;
            } catch (IOException e) {
                return Integer.toString(doc);
            }
        }
    }
}
