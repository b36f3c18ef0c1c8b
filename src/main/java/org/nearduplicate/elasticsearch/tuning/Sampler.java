package org.nearduplicate.elasticsearch.tuning;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;
import org.nearduplicate.elasticsearch.request.DocumentFields;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.groups.Document;

/**
 * Makes a sample: random documents, half of them replaced by neighbours of the others where these can be
 * found and the sample is not all there is. The same seed and index give the same sample. Runs once.
 */
final class Sampler {

    /** How often the size of the sample is drawn, where documents have no text, before it stays small. */
    static final int DRAWS = 10;

    /** What a text and its place in lists take beside its characters, roughly. */
    private static final int BYTES_PER_TEXT = 200;

    private static final int QUERIES_AT_A_TIME = 10;

    private final RunSearches searches;
    private final TuneParameters parameters;
    private final List<String> fields;
    private final int maxHits;
    private final TuneMonitor monitor;
    private final RandomOrder order;
    private final DocumentFields texts;
    private final Map<Document, List<String>> sample = new LinkedHashMap<>();
    private int neighbours;
    private int drawn;
    private int withoutText;

    /**
     * @param searches read the documents
     * @param parameters say which
     * @param fields the {@code minhash} fields of the texts, of which the first finds neighbours
     * @param maxHits how many hits a search may give
     * @param monitor is told how many documents were read, and asked for their memory
     */
    Sampler(
            RunSearches searches, TuneParameters parameters, List<String> fields, int maxHits,
            TuneMonitor monitor) {
        this.searches = searches;
        this.parameters = parameters;
        this.fields = fields;
        this.maxHits = maxHits;
        this.monitor = monitor;
        this.order = new RandomOrder(
                searches,
                parameters.query(),
                parameters.seed(),
                Math.min(maxHits, parameters.sampleSize()),
                (long) DRAWS * parameters.sampleSize());
        this.texts = new DocumentFields(
                searches, List.of(new FieldAndFormat(parameters.field(), null, true)), maxHits);
    }

    /**
     * Makes the sample.
     *
     * @throws IllegalArgumentException if no document matches, or none has a text
     */
    Sample sample() {
        boolean whole = order.matching() <= parameters.sampleSize();
        NeighbourField neighbourField = whole || fields.isEmpty()
                ? null
                : new NeighbourField(
                        searches, fields.getFirst(), parameters.query(), maxHits);
        if (neighbourField != null) {
            drawUpTo((parameters.sampleSize() + 1) / 2);
            addNeighbours(neighbourField);
        }
        drawUpTo(parameters.sampleSize());
        requireTexts();
        return new Sample(
                List.copyOf(sample.values()),
                new SampleDescription(
                        parameters, order.matching(), drawn, withoutText,
                        sample.size() - neighbours, neighbours,
                        neighbourField == null ? null : neighbourField.name()));
    }

    private void drawUpTo(int size) {
        while (sample.size() < size) {
            List<Document> documents = order.next(size - sample.size());
            if (documents.isEmpty()) {
                return;
            }
            drawn += documents.size();
            readTexts(
                    documents.stream().filter(each -> sample.containsKey(each) == false).toList(),
                    (document, values) -> {
                        if (values.isEmpty()) {
                            withoutText++;
                        } else {
                            add(document, values);
                        }
                    });
        }
    }

    private void addNeighbours(NeighbourField field) {
        List<Map.Entry<Document, List<String>>> random = sample.entrySet().stream()
                .map(each -> Map.entry(each.getKey(), each.getValue()))
                .toList();
        for (int from = 0; from < random.size(); from += QUERIES_AT_A_TIME) {
            int to = Math.min(random.size(), from + QUERIES_AT_A_TIME);
            addNeighbours(field.neighbours(random.subList(from, to)));
            if (sample.size() == parameters.sampleSize()) {
                return;
            }
        }
    }

    private void addNeighbours(Collection<List<Document>> found) {
        List<Document> others = found.stream()
                .flatMap(List::stream)
                .distinct()
                .filter(each -> sample.containsKey(each) == false)
                .limit(parameters.sampleSize() - sample.size())
                .toList();
        readTexts(others, (document, values) -> {
            if (values.isEmpty() == false) {
                add(document, values);
                neighbours++;
            }
        });
    }

    private void add(Document document, List<String> values) {
        for (String value : values) {
            monitor.reserve(BYTES_PER_TEXT + (long) Character.BYTES * value.length());
        }
        sample.put(document, values);
        monitor.sampled(sample.size());
    }

    /** Tells the texts of each document, in their order: one for each value of the field, none if it has none or is gone. */
    private void readTexts(
            List<Document> wanted, BiConsumer<Document, List<String>> reader) {
        texts.read(wanted, (document, fields) -> {
            reader.accept(document, texts(fields.get(parameters.field())));
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

    private void requireTexts() {
        if (order.matching() == 0) {
            throw new IllegalArgumentException(
                    "the sample must not be empty, but no document of the target matches [query]");
        }
        if (sample.isEmpty()) {
            throw new IllegalArgumentException(
                    "[field] must have a text in [_source], got [" + parameters.field()
                            + "], which has none in the [" + drawn + "] documents drawn of ["
                            + order.matching() + "]");
        }
    }
}
