package org.nearduplicate.elasticsearch.stats;

import java.util.Arrays;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.nearduplicate.elasticsearch.field.MappedField;
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
        return index != null && MappedField.of(index).isEmpty() == false;
    }
}
