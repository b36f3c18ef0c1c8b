package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.AbstractRefCounted;
import org.elasticsearch.core.IOUtils;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.indices.IndicesService;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;

/**
 * The {@code minhash} fields of indices of which this node may hold no shard, made from their mappings. Those that
 * were used last are kept, one for all indices with the same mapping and analyzers, as those of a data stream are.
 * Safe for use by several threads.
 */
public final class FieldSketchers {

    /** More than the different mappings that a pattern matches: with fewer each lookup would make all of them anew. */
    static final int KEPT = 1_000;

    private static final String ANALYSIS = "index.analysis.";

    private final IndicesService indices;
    private final Cache<Key, IndexField> fields;

    /** What a field follows from. */
    private record Key(
            CompressedXContent mapping, Settings analysis, IndexVersion created, String field) {}

    FieldSketchers(IndicesService indices, int kept) {
        this.indices = indices;
        this.fields = CacheBuilder.<Key, IndexField>builder()
                .setMaximumWeight(kept)
                .removalListener(forgotten -> forgotten.getValue().decRef())
                .build();
    }

    /** Returns a field of an index, to be {@link IndexField#decRef released}; it may not be mapped. */
    IndexField acquire(IndexMetadata index, String field) {
        Key key = new Key(
                index.mapping() == null ? null : index.mapping().source(),
                index.getSettings().getByPrefix(ANALYSIS),
                index.getCreationVersion(),
                field);
        IndexField known = fields.get(key);
        if (known != null && known.tryIncRef()) {
            return known;
        }
        // Several threads may make the same field, so that none waits for another.
        IndexField made = new IndexField(mappers(index), key);
        made.mustIncRef();
        fields.put(key, made);
        return made;
    }

    /**
     * The index gets another UUID: for one of this node Elasticsearch would give its own fields, whose analyzers are
     * closed with it.
     */
    private MapperService mappers(IndexMetadata index) {
        IndexMetadata unknown = IndexMetadata.builder(index)
                .settings(
                        Settings.builder().put(index.getSettings()).put(
                                IndexMetadata.SETTING_INDEX_UUID, UUIDs.randomBase64UUID()))
                .build();
        MapperService mappers = null;
        try {
            mappers = indices.createIndexMapperServiceForValidation(unknown);
            mappers.merge(unknown, MapperService.MergeReason.MAPPING_RECOVERY);
            return mappers;
        } catch (IOException e) {
            throw new UncheckedIOException("the analyzers of [" + index.getIndex() + "]", e);
        } catch (RuntimeException e) {
            IOUtils.closeWhileHandlingException(mappers);
            throw e;
        }
    }

    /**
     * A field, kept as long as somebody uses it. It holds only what it needs of its mapping, which may have many other
     * fields.
     */
    static final class IndexField extends AbstractRefCounted {

        private final IndexAnalyzers analyzers;
        private final MappedFieldType type;
        private final List<String> below;
        private final Key key;

        private IndexField(MapperService mappers, Key key) {
            this.analyzers = mappers.getIndexAnalyzers();
            this.type = mappers.fieldType(key.field());
            this.below = type instanceof MinHashFieldType
                    ? List.of()
                    : MinHashFieldType.below(key.field(), mappers);
            this.key = key;
        }

        /** Returns whether there is such a field, of whatever type. */
        boolean isMapped() {
            return type != null;
        }

        /**
         * Returns the field.
         *
         * @throws IllegalArgumentException if there is no such field, or it has another type
         */
        MinHashFieldType require() {
            return MinHashFieldType.require(LookupParameters.FIELD, key.field(), type, () -> below);
        }

        /**
         * Returns what is equal for fields that sketch, and look up, every text alike, whatever else their mappings have.
         * Analyzers of one name are equal, but a file that they read may have changed between them.
         */
        Object sketching() {
            MinHashFieldType field = require();
            boolean readsFiles =
                    key.analysis().keySet().stream().anyMatch(name -> name.endsWith("_path"));
            return readsFiles ? this
                    : List.of(
                            field.name(), field.sketcher(), field.bandChoice(), key.analysis(),
                            key.created());
        }

        @Override
        protected void closeInternal() {
            IOUtils.closeWhileHandlingException(analyzers);
        }
    }
}
