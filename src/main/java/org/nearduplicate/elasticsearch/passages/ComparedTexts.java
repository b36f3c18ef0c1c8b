package org.nearduplicate.elasticsearch.passages;

import java.util.List;
import org.nearduplicate.elasticsearch.request.DocumentReference;

/**
 * One side of a comparison.
 *
 * @param document the stored document, or null if texts were given
 * @param values the texts
 */
record ComparedTexts(DocumentReference document, List<String> values) {

    /** Copies the texts. */
    ComparedTexts {
        values = List.copyOf(values);
    }

    /** Returns the UTF-16 code units of all values. */
    long length() {
        return values.stream().mapToLong(String::length).sum();
    }
}
