package org.nearduplicate.elasticsearch.tuning;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.elasticsearch.action.fieldcaps.FieldCapabilities;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesResponse;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.mapper.ObjectMapper;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;
import org.elasticsearch.search.sort.SortBuilders;
import org.nearduplicate.elasticsearch.field.MinHashFieldMapper;
import org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder;
import org.nearduplicate.elasticsearch.request.DocumentFields;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.Verify;

/**
 * Makes a sample: random documents, half of them replaced by neighbours of the others where these can be
 * found and the sample is not all there is. The same seed and index give the same sample. Runs once.
 */
final class Sampler {

    /** How often the size of the sample is drawn, where documents have no text, before it stays small. */
    private static final int DRAWS = 10;

    /** What a text and its place in lists take beside its characters, roughly. */
    private static final int BYTES_PER_TEXT = 200;

    private static final int QUERIES_AT_A_TIME = 10;

    /** So low that the fewest rows are taken, and nearly all that share these of a band are hits. */
    private static final double MIN_SIMILARITY = 0.1;

    /** The neighbours of one document, so that a document with many does not fill the sample. */
    private static final int NEIGHBOURS = 10;

    private static final Set<String> HOLDING_FIELDS = Set.of(ObjectMapper.CONTENT_TYPE, "nested");

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

    /** The first of the {@code minhash} fields of the texts finds neighbours; a search may give so many hits. */
    Sampler(
            RunSearches searches, TuneParameters parameters, List<String> fields, int maxHits,
            TuneMonitor monitor) {
        this.searches = searches;
        this.parameters = parameters;
        this.fields = fields;
        this.maxHits = maxHits;
        this.monitor = monitor;
        this.order = new RandomOrder(
                searches, parameters.query(), parameters.seed(),
                Math.min(maxHits, parameters.sampleSize()));
        this.texts = new DocumentFields(
                searches, List.of(new FieldAndFormat(parameters.field(), null, true)), maxHits);
    }

    /**
     * Returns the names of the {@code minhash} fields that are made from the texts of a field, the field itself or its
     * multi-fields, in all of the indices, for all that the caller may know; in their order.
     */
    static List<String> minHashFields(RunSearches searches, String field) {
        String below = field + ".";
        FieldCapabilitiesResponse fields = searches.fields(field, below + "*");
        Set<String> types = types(fields, field);
        if (types.isEmpty() || Collections.disjoint(types, HOLDING_FIELDS) == false) {
            return List.of();
        }
        return Stream.concat(
                Stream.of(field),
                fields.get().keySet().stream()
                        .filter(each -> each.startsWith(below))
                        .filter(each -> each.indexOf('.', below.length()) < 0)
                        .sorted())
                .filter(each -> types(fields, each).equals(Set.of(MinHashFieldMapper.CONTENT_TYPE)))
                .toList();
    }

    private static Set<String> types(FieldCapabilitiesResponse fields, String field) {
        Map<String, FieldCapabilities> types = fields.getField(field);
        return types == null ? Set.of() : types.keySet();
    }

    /**
     * Makes the sample.
     *
     * @throws IllegalArgumentException if no document matches, or none has a text
     */
    Sample sample() {
        boolean whole = order.matching() <= parameters.sampleSize();
        String neighbourField = whole || fields.isEmpty() ? null : fields.getFirst();
        if (neighbourField != null) {
            drawUpTo((parameters.sampleSize() + 1) / 2);
            addNeighbours();
        }
        drawUpTo(parameters.sampleSize());
        requireTexts();
        return new Sample(
                List.copyOf(sample.values()),
                new SampleDescription(
                        parameters, order.matching(), drawn, withoutText,
                        sample.size() - neighbours, neighbours,
                        neighbourField));
    }

    private void drawUpTo(int size) {
        while (sample.size() < size) {
            int left = DRAWS * parameters.sampleSize() - drawn;
            List<Document> documents = order.next(Math.min(size - sample.size(), left));
            if (documents.isEmpty()) {
                return;
            }
            drawn += documents.size();
            List<Document> others = others(documents.stream()).toList();
            withoutText += others.size() - add(others);
        }
    }

    private void addNeighbours() {
        List<Map.Entry<Document, List<String>>> random = sample.entrySet().stream()
                .map(each -> Map.entry(each.getKey(), each.getValue()))
                .toList();
        for (int from = 0; from < random.size(); from += QUERIES_AT_A_TIME) {
            int to = Math.min(random.size(), from + QUERIES_AT_A_TIME);
            List<List<Document>> found = searches.runAll(
                    random.subList(from, to).stream()
                            .map(each -> neighbours(each.getKey(), each.getValue()))
                            .toList(),
                    RandomOrder::documents);
            neighbours += add(
                    others(found.stream().flatMap(List::stream).distinct())
                            .limit(parameters.sampleSize() - sample.size())
                            .toList());
            if (sample.size() == parameters.sampleSize()) {
                return;
            }
        }
    }

    /** Returns what finds the near duplicates of a document without itself, the most similar first. */
    private SearchSourceBuilder neighbours(Document document, List<String> texts) {
        return new SearchSourceBuilder()
                .query(
                        QueryBuilders.boolQuery()
                                .must(
                                        NearDuplicateQueryBuilder.ofTexts(
                                                fields.getFirst(), texts, MIN_SIMILARITY, null,
                                                Verify.SIGNATURE))
                                .filter(parameters.query())
                                .mustNot(StoredDocument.only(document)))
                .sort(SortBuilders.scoreSort())
                .sort(SortBuilders.fieldSort(SeqNoFieldMapper.NAME).unmappedType("long"))
                .size(Math.min(NEIGHBOURS, maxHits))
                .trackTotalHits(false);
    }

    private Stream<Document> others(Stream<Document> found) {
        return found.filter(each -> sample.containsKey(each) == false);
    }

    /** Adds those of some documents that are not gone and have a text, in their order, and returns how many. */
    private int add(List<Document> documents) {
        int before = sample.size();
        texts.read(documents, (document, fields) -> {
            List<String> values = texts(fields.get(parameters.field()));
            if (values.isEmpty() == false) {
                for (String value : values) {
                    monitor.reserve(BYTES_PER_TEXT + (long) Character.BYTES * value.length());
                }
                sample.put(document, values);
                monitor.sampled(sample.size());
            }
            return true;
        });
        return sample.size() - before;
    }

    /** Returns one for each value of the field. An object among the values is no text: its fields have names of their own. */
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
