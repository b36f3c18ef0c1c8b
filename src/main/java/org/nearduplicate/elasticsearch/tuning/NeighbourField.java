package org.nearduplicate.elasticsearch.tuning;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortBuilders;
import org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.groups.Document;
import org.nearduplicate.lucene.Verify;

/**
 * The {@code minhash} field through which the neighbours of documents are found.
 *
 * @param searches look for neighbours
 * @param name its name
 * @param query what neighbours match besides
 * @param maxHits how many hits a search may give
 */
record NeighbourField(RunSearches searches, String name, QueryBuilder query, int maxHits) {

    /** So low that the fewest rows are taken, and nearly all that share these of a band are hits. */
    private static final double MIN_SIMILARITY = 0.1;

    /** The neighbours of one document, so that a document with many does not fill the sample. */
    private static final int NEIGHBOURS = 10;

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
                                                name, texts, MIN_SIMILARITY, null,
                                                Verify.SIGNATURE))
                                .filter(query)
                                .mustNot(StoredDocument.only(document)))
                .sort(SortBuilders.scoreSort())
                .sort(SortBuilders.fieldSort(SeqNoFieldMapper.NAME).unmappedType("long"))
                .size(Math.min(NEIGHBOURS, maxHits))
                .trackTotalHits(false);
    }

    private static List<Document> read(SearchResponse response) {
        return Arrays.stream(response.getHits().getHits()).map(StoredDocument::of).toList();
    }
}
