package org.nearduplicate.elasticsearch.tuning;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.elasticsearch.action.fieldcaps.FieldCapabilities;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesResponse;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.mapper.ObjectMapper;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortBuilders;
import org.nearduplicate.elasticsearch.field.MinHashFieldMapper;
import org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.groups.Document;
import org.nearduplicate.lucene.Verify;

/**
 * The {@code minhash} field through which the neighbours of documents are found.
 *
 * @param searches look for it and for neighbours
 * @param name its name
 * @param query what neighbours match besides
 */
record NeighbourField(RunSearches searches, String name, QueryBuilder query) {

    /** So low that nearly all that share a band are hits. */
    private static final double MIN_SIMILARITY = 0.1;

    /** The neighbours of one document, so that a document with many does not fill the sample. */
    private static final int NEIGHBOURS = 10;

    /**
     * Finds a field that is made from the texts of another: the field itself, or one of its multi-fields;
     * the first by name, if there are several.
     *
     * @param field the field of the texts
     * @return the field, or null if none is in all of the indices, for all that the caller may know
     */
    static NeighbourField find(RunSearches searches, String field, QueryBuilder query) {
        String below = field + ".";
        FieldCapabilitiesResponse fields = searches.fields(field, below + "*");
        Set<String> types = types(fields, field);
        if (types.isEmpty() || types.stream().anyMatch(NeighbourField::holdsFields)) {
            return null;
        }
        return Stream.concat(
                Stream.of(field),
                fields.get().keySet().stream()
                        .filter(each -> each.startsWith(below))
                        .filter(each -> each.indexOf('.', below.length()) < 0)
                        .sorted())
                .filter(each -> types(fields, each).equals(Set.of(MinHashFieldMapper.CONTENT_TYPE)))
                .findFirst()
                .map(each -> new NeighbourField(searches, each, query))
                .orElse(null);
    }

    /**
     * Finds neighbours.
     *
     * @param texts documents and their texts
     * @return for each document its near duplicates without itself, the most similar first
     */
    List<List<Document>> neighbours(List<Map.Entry<Document, List<String>>> texts) {
        return searches.runAll(
                texts.stream().map(each -> search(each.getKey(), each.getValue())).toList(),
                NeighbourField::read);
    }

    private SearchSourceBuilder search(Document document, List<String> texts) {
        return new SearchSourceBuilder()
                .query(
                        QueryBuilders.boolQuery()
                                .must(
                                        NearDuplicateQueryBuilder.ofTexts(
                                                name, texts, MIN_SIMILARITY, Verify.SIGNATURE))
                                .filter(query)
                                .mustNot(
                                        QueryBuilders.boolQuery()
                                                .filter(
                                                        QueryBuilders.termQuery(
                                                                IndexFieldMapper.NAME,
                                                                document.index()))
                                                .filter(
                                                        QueryBuilders.idsQuery()
                                                                .addIds(document.id()))))
                .sort(SortBuilders.scoreSort())
                .sort(SortBuilders.fieldSort(SeqNoFieldMapper.NAME).unmappedType("long"))
                .size(NEIGHBOURS)
                .trackTotalHits(false);
    }

    private static List<Document> read(SearchResponse response) {
        return Arrays.stream(response.getHits().getHits()).map(StoredDocument::of).toList();
    }

    private static Set<String> types(FieldCapabilitiesResponse fields, String field) {
        Map<String, FieldCapabilities> types = fields.getField(field);
        return types == null ? Set.of() : types.keySet();
    }

    private static boolean holdsFields(String type) {
        return type.equals(ObjectMapper.CONTENT_TYPE) || type.equals("nested");
    }
}
