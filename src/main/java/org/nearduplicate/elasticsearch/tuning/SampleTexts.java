package org.nearduplicate.elasticsearch.tuning;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;
import org.nearduplicate.elasticsearch.request.DocumentFields;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.groups.Document;

/** Reads the texts of documents. Belongs to one run. */
final class SampleTexts {

    private final String field;
    private final DocumentFields documents;

    /**
     * @param searches read the documents
     * @param field the field that has the texts
     * @param maxHits how many hits a search may give
     */
    SampleTexts(RunSearches searches, String field, int maxHits) {
        this.field = field;
        this.documents = new DocumentFields(
                searches, List.of(new FieldAndFormat(field, null, true)), maxHits);
    }

    /**
     * Reads the texts of documents.
     *
     * @param wanted the documents
     * @param reader is told the texts of each, in their order: one for each value of the field, none if
     *     the document has none or is gone
     */
    void read(List<Document> wanted, BiConsumer<Document, List<String>> reader) {
        documents.read(wanted, (document, fields) -> {
            reader.accept(document, texts(fields.get(field)));
            return true;
        });
    }

    /** An object among the values is no text: its fields have names of their own. */
    private static List<String> texts(DocumentField values) {
        return values == null
                ? List.of()
                : values.getValues().stream()
                        .filter(Objects::nonNull)
                        .filter(value -> value instanceof Map == false)
                        .map(Object::toString)
                        .toList();
    }
}
