package org.nearduplicate.elasticsearch.stats;

import java.util.Arrays;
import java.util.Map;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.nearduplicate.elasticsearch.field.MinHashFieldMapper;
import org.nearduplicate.elasticsearch.version.Project;

/** Tells which indices have a {@code minhash} field, so that the shards of the others are not asked. */
final class MinHashIndices {

    private MinHashIndices() {}

    /** Returns those of some indices whose mapping has such a field. O(size of the mappings). */
    static String[] among(String[] indices, Project project) {
        return Arrays.stream(indices)
                .filter(index -> hasField(project.index(index)))
                .toArray(String[]::new);
    }

    private static boolean hasField(IndexMetadata index) {
        return index != null && index.mapping() != null && isIn(index.mapping().sourceAsMap());
    }

    /** Fields are in objects, and in other fields. */
    private static boolean isIn(Map<?, ?> mapping) {
        return MinHashFieldMapper.CONTENT_TYPE.equals(mapping.get("type"))
                || isInAny(mapping.get("properties"))
                || isInAny(mapping.get("fields"));
    }

    private static boolean isInAny(Object mappings) {
        return mappings instanceof Map<?, ?> map
                && map.values()
                        .stream()
                        .anyMatch(value -> value instanceof Map<?, ?> mapping && isIn(mapping));
    }
}
