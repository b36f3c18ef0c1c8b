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
 * The documents that match a query in a random order, without their texts. The order depends on the seed and the sequence
 * numbers of the documents. So it is the same on any copy of a shard as long as the index does not change. Not
 * thread-safe.
 */
final class RandomOrder {

    private final RunSearches searches;
    private final SearchSourceBuilder source;
    private List<Document> page;
    private int taken;
    private long matching;

    /** Runs the first search. Each search returns a page of documents. */
    RandomOrder(RunSearches searches, QueryBuilder query, int seed, int pageSize) {
        this.searches = searches;
        this.source = new SearchSourceBuilder()
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
                .trackTotalHits(true);
        this.page = searches.run(source, response -> {
            matching = HitCount.of(response.getHits().getTotalHits());
            return read(response);
        });
    }

    long matching() {
        return matching;
    }

    /** Returns up to so many more documents: at least one, unless there are no more, or the limit is 0. */
    List<Document> next(int most) {
        if (taken == page.size() && page.isEmpty() == false) {
            page = searches.run(source, this::read);
            taken = 0;
        }
        List<Document> documents = page.subList(taken, Math.min(taken + most, page.size()));
        taken += documents.size();
        return documents;
    }

    /** Reads a page, after which the next search begins. */
    private List<Document> read(SearchResponse response) {
        SearchHit[] hits = response.getHits().getHits();
        if (hits.length > 0) {
            source.searchAfter(hits[hits.length - 1].getSortValues()).trackTotalHits(false);
        }
        return documents(response);
    }

    static List<Document> documents(SearchResponse response) {
        return Arrays.stream(response.getHits().getHits()).map(StoredDocument::of).toList();
    }
}
