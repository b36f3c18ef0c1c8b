package org.nearduplicate.elasticsearch.tuning;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.groups.Document;

/**
 * Reads the texts of documents, a few at a time, so that no answer is much bigger than what is wanted at
 * once. Belongs to one run.
 */
final class SampleTexts {

    /** What is read at a time, as far as the lengths of the texts before tell. */
    private static final int BATCH_CHARS = 1 << 20;

    private static final int FIRST_BATCH = 10;
    private static final int MAX_BATCH = 100;

    private final TuneSearches searches;
    private final String field;
    private long documentsRead;
    private long charsRead;

    SampleTexts(TuneSearches searches, String field) {
        this.searches = searches;
        this.field = field;
    }

    /**
     * Reads the texts of documents.
     *
     * @param documents the documents
     * @param reader is told the texts of each, in their order: one for each value of the field, none if
     *     the document has none or is gone
     */
    void read(List<Document> documents, BiConsumer<Document, List<String>> reader) {
        int from = 0;
        while (from < documents.size()) {
            int to = Math.min(documents.size(), from + batchSize());
            List<Document> batch = documents.subList(from, to);
            Map<Document, List<String>> texts = read(batch);
            for (Document document : batch) {
                List<String> values = texts.getOrDefault(document, List.of());
                documentsRead++;
                charsRead += values.stream().mapToLong(String::length).sum();
                reader.accept(document, values);
            }
            from = to;
        }
    }

    private int batchSize() {
        if (documentsRead == 0) {
            return FIRST_BATCH;
        }
        long charsEach = Math.max(1, charsRead / documentsRead);
        return Math.clamp(BATCH_CHARS / charsEach, 1, MAX_BATCH);
    }

    private Map<Document, List<String>> read(List<Document> documents) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(query(documents))
                .fetchField(new FieldAndFormat(field, null, true))
                .size(documents.size())
                .trackTotalHits(false);
        return searches.run(source, this::texts);
    }

    private Map<Document, List<String>> texts(SearchResponse response) {
        Map<Document, List<String>> texts = new HashMap<>();
        for (SearchHit hit : response.getHits().getHits()) {
            texts.put(StoredDocument.of(hit), texts(hit.field(field)));
        }
        return texts;
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

    /** Matches these documents, and none that has the same {@code _id} in another place. */
    private static BoolQueryBuilder query(List<Document> documents) {
        BoolQueryBuilder any = QueryBuilders.boolQuery();
        documents.stream()
                .collect(Collectors
                        .groupingBy(each -> new Document(each.index(), "", each.routing())))
                .forEach((place, there) -> any.should(query(place, there)));
        return QueryBuilders.boolQuery().filter(any);
    }

    private static BoolQueryBuilder query(Document place, Collection<Document> documents) {
        BoolQueryBuilder query = QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery(IndexFieldMapper.NAME, place.index()))
                .filter(
                        QueryBuilders.idsQuery()
                                .addIds(
                                        documents.stream()
                                                .map(Document::id)
                                                .toArray(String[]::new)));
        return place.routing() == null
                ? query.mustNot(QueryBuilders.existsQuery(RoutingFieldMapper.NAME))
                : query.filter(
                        QueryBuilders.termQuery(RoutingFieldMapper.NAME, place.routing()));
    }
}
