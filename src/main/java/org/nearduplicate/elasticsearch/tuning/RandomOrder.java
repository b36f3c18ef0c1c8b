package org.nearduplicate.elasticsearch.tuning;

import java.util.Arrays;
import java.util.List;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.lucene.search.function.CombineFunction;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.functionscore.RandomScoreFunctionBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortBuilders;
import org.elasticsearch.search.sort.SortOrder;
import org.nearduplicate.elasticsearch.request.RunSearches;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.version.HitCount;

/**
 * The documents that match a query in a random order, without their texts. The order depends on the seed
 * and the sequence numbers of the documents, so that it is the same as long as the index does not change,
 * on any copy of a shard. Belongs to one run.
 */
final class RandomOrder {

    private final RunSearches searches;
    private final QueryBuilder query;
    private final int seed;
    private final int pageSize;

    private List<Document> page;
    private int taken;
    private Object[] last;
    private long matching;

    /**
     * Runs the first search.
     *
     * @param query what documents match
     * @param seed decides about the order
     * @param pageSize how many documents a search may give
     */
    RandomOrder(RunSearches searches, QueryBuilder query, int seed, int pageSize) {
        this.searches = searches;
        this.query = query;
        this.seed = seed;
        this.pageSize = pageSize;
        nextPage();
    }

    /** Returns how many documents match. */
    long matching() {
        return matching;
    }

    /**
     * Returns the next documents.
     *
     * @param most how many
     * @return at least one, unless there are no more, or none is asked for
     */
    List<Document> next(int most) {
        if (taken == page.size() && page.isEmpty() == false) {
            nextPage();
        }
        List<Document> documents =
                page.subList(taken, Math.min(taken + most, page.size()));
        taken += documents.size();
        return documents;
    }

    private void nextPage() {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(
                        QueryBuilders.functionScoreQuery(
                                QueryBuilders.boolQuery().filter(query),
                                new RandomScoreFunctionBuilder()
                                        .seed(seed)
                                        .setField(SeqNoFieldMapper.NAME))
                                .boostMode(CombineFunction.REPLACE))
                .sort(SortBuilders.scoreSort().order(SortOrder.DESC))
                .sort(
                        SortBuilders.fieldSort(SeqNoFieldMapper.NAME)
                                .order(SortOrder.ASC)
                                .unmappedType("long"))
                .size(pageSize)
                .trackTotalHits(last == null);
        if (last != null) {
            source.searchAfter(last);
        }
        page = searches.run(source, this::read);
        taken = 0;
    }

    private List<Document> read(SearchResponse response) {
        SearchHit[] hits = response.getHits().getHits();
        if (last == null) {
            matching = HitCount.of(response.getHits().getTotalHits());
        }
        if (hits.length > 0) {
            last = hits[hits.length - 1].getSortValues();
        }
        return documents(response);
    }

    /** Returns the documents of an answer. */
    static List<Document> documents(SearchResponse response) {
        return Arrays.stream(response.getHits().getHits()).map(StoredDocument::of).toList();
    }
}
