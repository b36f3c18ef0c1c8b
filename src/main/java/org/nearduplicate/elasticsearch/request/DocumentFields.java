package org.nearduplicate.elasticsearch.request;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.apache.lucene.util.UnicodeUtil;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;
import org.nearduplicate.groups.shard.Document;

/**
 * Reads fields of documents, a few documents at a time, so that no answer is much bigger than what is wanted at
 * once. Not thread-safe.
 */
public final class DocumentFields {

    /** How many bytes are read at a time, as estimated from the lengths of what was read before. */
    private static final int BATCH = 1 << 20;

    private static final int FIRST_BATCH = 1;
    private static final int MAX_BATCH = 100;

    /** What a value takes beside its characters, so that a million empty ones are not nothing. */
    private static final int BYTES_PER_VALUE = 50;

    private final RunSearches searches;
    private final List<FieldAndFormat> fields;
    private final int maxBatch;
    private long documentsRead;
    private long bytesRead;

    /** @param maxHits how many hits a search gives */
    public DocumentFields(RunSearches searches, List<FieldAndFormat> fields, int maxHits) {
        this.searches = searches;
        this.fields = List.copyOf(fields);
        this.maxBatch = Math.min(MAX_BATCH, maxHits);
    }

    /**
     * Reads documents.
     *
     * @param reader receives the fields of each by their names, in the order of the documents, none if it has
     *     none or is gone; returns whether to go on
     */
    public void read(
            List<Document> documents,
            BiPredicate<Document, Map<String, DocumentField>> reader) {
        int from = 0;
        while (from < documents.size()) {
            int to = Math.min(documents.size(), from + batchSize());
            List<Document> batch = documents.subList(from, to);
            Map<Document, Map<String, DocumentField>> found = read(batch);
            for (Document document : batch) {
                Map<String, DocumentField> values = found.getOrDefault(document, Map.of());
                documentsRead++;
                if (reader.test(document, values) == false) {
                    return;
                }
            }
            from = to;
        }
    }

    /**
     * Returns how long the values of fields are.
     *
     * @return bytes: of UTF-8, as they are written, and 50 for each value
     */
    public static long length(Map<String, DocumentField> fields) {
        return fields.values().stream().mapToLong(field -> length(field.getValues())).sum();
    }

    private static long length(List<Object> values) {
        return values.stream()
                .map(String::valueOf)
                .mapToLong(
                        text -> BYTES_PER_VALUE
                                + UnicodeUtil.calcUTF16toUTF8Length(text, 0, text.length()))
                .sum();
    }

    /**
     * Tries to read a document, so that fields which cannot be read so are found out before the work.
     *
     * @throws RuntimeException if they cannot, or the search failed
     */
    public void check(QueryBuilder query) {
        searches.run(source(query, 1), response -> response.getHits().getHits().length);
    }

    private int batchSize() {
        if (documentsRead == 0) {
            return FIRST_BATCH;
        }
        long bytesEach = Math.max(1, bytesRead / documentsRead);
        return Math.clamp(BATCH / bytesEach, 1, maxBatch);
    }

    private Map<Document, Map<String, DocumentField>> read(List<Document> documents) {
        return searches.run(
                source(query(documents), documents.size()), this::fields);
    }

    private SearchSourceBuilder source(QueryBuilder query, int size) {
        SearchSourceBuilder source =
                new SearchSourceBuilder().query(query).size(size).trackTotalHits(false);
        fields.forEach(source::fetchField);
        return source;
    }

    private Map<Document, Map<String, DocumentField>> fields(SearchResponse response) {
        Map<Document, Map<String, DocumentField>> found = new HashMap<>();
        for (SearchHit hit : response.getHits().getHits()) {
            found.put(StoredDocument.of(hit), fields(hit));
        }
        return found;
    }

    /** What the mapping ignores, such as long keywords, is no value. */
    private Map<String, DocumentField> fields(SearchHit hit) {
        Map<String, DocumentField> fields = new TreeMap<>();
        hit.getDocumentFields().forEach((name, field) -> {
            bytesRead += length(field.getValues()) + length(field.getIgnoredValues());
            if (field.getValues().isEmpty() == false) {
                fields.put(name, new DocumentField(name, field.getValues()));
            }
        });
        return fields;
    }

    /** Matches these documents, and none that has the same {@code _id} in another place. */
    private static BoolQueryBuilder query(List<Document> documents) {
        BoolQueryBuilder any = QueryBuilders.boolQuery();
        documents.stream()
                .collect(Collectors
                        .groupingBy(each -> new Document(each.index(), "", each.routing())))
                .forEach((place, there) -> any.should(StoredDocument.only(place, there)));
        return QueryBuilders.boolQuery().filter(any);
    }
}
