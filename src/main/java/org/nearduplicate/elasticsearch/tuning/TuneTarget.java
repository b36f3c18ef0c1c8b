package org.nearduplicate.elasticsearch.tuning;

import java.util.List;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.IndexSettings;

/**
 * The indices that a sample is taken from.
 *
 * @param indices at least one, by name
 */
record TuneTarget(List<IndexMetadata> indices) {

    /**
     * Checks the indices.
     *
     * @throws IllegalArgumentException if there is none, or one has no sequence numbers, which give
     *     documents their random order
     */
    TuneTarget {
        if (indices.isEmpty()) {
            throw new IllegalArgumentException(
                    "[index] must name at least one open index, got none");
        }
        for (IndexMetadata index : indices) {
            if (IndexSettings.DISABLE_SEQUENCE_NUMBERS.get(index.getSettings())) {
                throw new IllegalArgumentException(
                        "[" + IndexSettings.DISABLE_SEQUENCE_NUMBERS.getKey()
                                + "] must be [false], as sequence numbers give documents their random"
                                + " order, got [true] in [" + index.getIndex().getName() + "]");
            }
        }
        indices = List.copyOf(indices);
    }

    /** Returns the index whose analyzers a request may name. */
    IndexMetadata first() {
        return indices.getFirst();
    }

    /** Returns how many hits every index gives. */
    int maxHits() {
        return indices.stream()
                .mapToInt(
                        index -> IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings()))
                .min()
                .orElseThrow();
    }
}
