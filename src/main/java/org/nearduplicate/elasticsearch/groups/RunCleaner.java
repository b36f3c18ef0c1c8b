package org.nearduplicate.elasticsearch.groups;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.FieldSortBuilder;

/**
 * Deletes what runs left behind by what every server has, searches and bulks: delete by query is
 * a module that may be missing.
 */
final class RunCleaner {

    /** Half of what a search gives at most unless an index is set to give less. */
    private static final int MAX_PAGE = 5_000;

    private final DestinationCalls calls;
    private final BulkWriter writer;
    private final int page;

    /**
     * @param maxHits how many hits a search in the destination gives
     */
    RunCleaner(DestinationCalls calls, BulkWriter writer, int maxHits) {
        this.calls = calls;
        this.writer = writer;
        this.page = Math.min(MAX_PAGE, maxHits);
    }

    /**
     * Deletes all but what one run wrote and the status, unless another run starts: it would lose its groups.
     *
     * @param run the run whose documents stay
     * @param status the status document that it wrote last
     */
    void deleteOtherRuns(String run, StatusDocument status) {
        BoolQueryBuilder query = QueryBuilders.boolQuery()
                .mustNot(
                        QueryBuilders.termQuery(
                                DestinationMapping.KIND, DestinationMapping.KIND_RUN))
                .mustNot(QueryBuilders.termQuery(DestinationMapping.RUN, run));
        // Asked after a page was found: what was found before no other run had started is of none.
        delete(query, () -> status.isCurrent(calls));
    }

    /** Deletes what a run wrote. */
    void deleteRun(String run) {
        delete(QueryBuilders.termQuery(DestinationMapping.RUN, run), () -> true);
    }

    private void delete(QueryBuilder query, BooleanSupplier mayDelete) {
        calls.refresh();
        List<String> found = find(query);
        while (found.isEmpty() == false && mayDelete.getAsBoolean()) {
            writer.delete(found);
            calls.refresh();
            found = find(query);
        }
    }

    private List<String> find(QueryBuilder query) {
        SearchSourceBuilder source =
                new SearchSourceBuilder()
                        .query(query)
                        .size(page)
                        .sort(FieldSortBuilder.DOC_FIELD_NAME)
                        .fetchSource(false)
                        .trackTotalHits(false);
        SearchRequest request =
                new SearchRequest(calls.dest())
                        .source(source)
                        .allowPartialSearchResults(false);
        return calls.call(
                TransportSearchAction.TYPE, request,
                response -> Arrays.stream(response.getHits().getHits())
                        .map(SearchHit::getId)
                        .toList());
    }
}
