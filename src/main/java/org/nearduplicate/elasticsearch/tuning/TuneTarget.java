package org.nearduplicate.elasticsearch.tuning;

import java.util.List;
import java.util.Map;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.nearduplicate.elasticsearch.field.MappedField;
import org.nearduplicate.elasticsearch.request.ResultWindow;
import org.nearduplicate.elasticsearch.version.SequenceNumbers;
import org.nearduplicate.tuning.PresentField;

/**
 * The indices that a sample is taken from.
 *
 * @param indices at least one, by name
 */
record TuneTarget(List<IndexMetadata> indices) {

    /** A setting of Elasticsearch from 9.5 on. */
    private static final String DISABLE_SEQUENCE_NUMBERS = "index.disable_sequence_numbers";

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
            if (SequenceNumbers.areDisabled(index.getSettings())) {
                throw new IllegalArgumentException(
                        "[" + DISABLE_SEQUENCE_NUMBERS
                                + "] must be [false], as sequence numbers give documents their random"
                                + " order, got [true] in [" + index.getIndex().getName() + "]");
            }
        }
        indices = List.copyOf(indices);
    }

    /** Returns the index whose analyzers a request may name, and whose fields are compared with. */
    IndexMetadata first() {
        return indices.getFirst();
    }

    /**
     * Returns fields as the first index has them.
     *
     * @param names the names of {@code minhash} fields
     */
    List<PresentField> present(List<String> names) {
        Map<String, MappedField> fields = MappedField.of(first());
        return names.stream()
                .filter(fields::containsKey)
                .map(name -> present(name, fields.get(name)))
                .toList();
    }

    private static PresentField present(String name, MappedField field) {
        return PresentField.of(name, field.analyzer(), field.scheme(), field.bandChoice());
    }

    /** Returns how many hits every index gives. */
    int maxHits() {
        return ResultWindow.of(indices.stream());
    }
}
