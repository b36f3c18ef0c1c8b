package org.nearduplicate.elasticsearch.ingest;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.ingest.IngestDocument;

/** The texts of a document that comes in, as a mapping would take them. */
final class TextValues {

    private TextValues() {}

    /**
     * Returns the values of a field.
     *
     * @param document the document
     * @param field the path of the field
     * @param ignoreMissing whether it may be missing
     * @return its values, none if it is missing or null
     * @throws IllegalArgumentException if it is missing and must not be, or is no text
     */
    static List<String> of(IngestDocument document, String field, boolean ignoreMissing) {
        Object value = document.getFieldValue(field, Object.class, true);
        if (value == null && ignoreMissing == false) {
            throw new IllegalArgumentException(
                    "[" + ProcessorOptions.FIELD + "] [" + field + "] is missing or null, without ["
                            + ProcessorOptions.IGNORE_MISSING + "] true");
        }
        List<String> values = new ArrayList<>(1);
        add(field, value, values);
        return values;
    }

    private static void add(String field, Object value, List<String> values) {
        switch (value) {
            case null -> {
            }
            case String text -> values.add(text);
            case Number number -> values.add(number.toString());
            case Boolean bool -> values.add(bool.toString());
            case List<?> list -> list.forEach(element -> add(field, element, values));
            default ->
                throw new IllegalArgumentException(
                        "[" + ProcessorOptions.FIELD + "] [" + field
                                + "] must be a text or an array of texts, got one of type ["
                                + value.getClass().getSimpleName() + "]");
        }
    }
}
