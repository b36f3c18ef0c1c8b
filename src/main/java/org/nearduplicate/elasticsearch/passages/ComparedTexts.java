package org.nearduplicate.elasticsearch.passages;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.nearduplicate.elasticsearch.request.DocumentReference;

/**
 * What is compared, as it was given or found.
 *
 * @param a the one side
 * @param b the other
 */
record ComparedTexts(Side a, Side b) {

    /**
     * One side of a comparison.
     *
     * @param document the stored document, or null if texts were given
     * @param values the texts
     */
    record Side(DocumentReference document, List<String> values) {

        /** Copies the texts. */
        Side {
            values = List.copyOf(values);
        }

        /** Returns the UTF-16 code units of all values. */
        long length() {
            return values.stream().mapToLong(String::length).sum();
        }
    }

    /** Returns the index of a stored document, if there is one. */
    Optional<String> index() {
        return Stream.of(a, b)
                .map(Side::document)
                .filter(Objects::nonNull)
                .map(DocumentReference::index)
                .findFirst();
    }
}
