package org.nearduplicate.elasticsearch.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.nearduplicate.lucene.version.HitCount;

/**
 * The documents of groups that completed runs left in a destination, as far as it tells whether somebody else changed
 * one: an operation that does has a higher number than those of the runs.
 *
 * @param count how many documents there are
 * @param operations for each shard the highest number of an operation that wrote one that no run has marked as replaced, -1
 *     where there is none
 */
record GroupDocuments(long count, List<Long> operations) {

    private static final String COUNT = "group_documents";
    private static final String OPERATIONS = "group_operations";
    private static final long NONE = -1;

    /**
     * Looks at the documents that searches see.
     *
     * @param calls search the destination
     * @param runs the completed runs
     */
    static GroupDocuments read(DestinationCalls calls, List<String> runs) {
        BoolQueryBuilder query = CompletedRuns.groups(runs)
                .filter(
                        QueryBuilders.termQuery(
                                DestinationMapping.KIND, DestinationMapping.KIND_GROUP));
        BoolQueryBuilder unmarked = QueryBuilders.boolQuery()
                .filter(query)
                .mustNot(QueryBuilders.existsQuery(DestinationMapping.REPLACED_BY));
        Found all = search(calls, query, null);
        List<Long> operations = new ArrayList<>();
        for (int shard = 0; shard < all.shards; shard++) {
            operations.add(search(calls, unmarked, "_shards:" + shard).operation);
        }
        return new GroupDocuments(all.count, operations);
    }

    /**
     * Reads what a status document tells.
     *
     * @throws RuntimeException if it is not what one tells
     */
    static GroupDocuments of(Map<?, ?> told) {
        return new GroupDocuments(
                ((Number) told.get(COUNT)).longValue(),
                ((List<?>) told.get(OPERATIONS)).stream()
                        .map(operation -> ((Number) operation).longValue())
                        .toList());
    }

    /** Returns what a status document tells. */
    Map<String, Object> toMap() {
        return Map.of(COUNT, count, OPERATIONS, operations);
    }

    /**
     * Checks that these are the documents that runs left.
     *
     * @throws IllegalArgumentException if there are more or fewer, or one was changed
     */
    void requireAsLeft(GroupDocuments left) {
        if (count != left.count) {
            throw new IllegalArgumentException(
                    "there are [" + count + "] documents of groups, it left [" + left.count + "]");
        }
        if (isWrittenAfter(left)) {
            throw new IllegalArgumentException("a document of a group was written since");
        }
    }

    private boolean isWrittenAfter(GroupDocuments left) {
        return operations.size() != left.operations.size()
                || IntStream.range(0, operations.size())
                        .anyMatch(
                                shard -> operations.get(shard) > left.operations.get(shard));
    }

    private static Found search(DestinationCalls calls, BoolQueryBuilder query, String preference) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(query)
                .size(1)
                .sort(SeqNoFieldMapper.NAME, SortOrder.DESC)
                .seqNoAndPrimaryTerm(true)
                .fetchSource(false)
                .trackTotalHits(true);
        return calls.call(
                TransportSearchAction.TYPE,
                new SearchRequest(calls.dest()).source(source)
                        .preference(preference)
                        .allowPartialSearchResults(false),
                Found::of);
    }

    private record Found(long count, long operation, int shards) {

        static Found of(SearchResponse response) {
            SearchHit[] hits = response.getHits().getHits();
            return new Found(
                    HitCount.of(response.getHits().getTotalHits()),
                    hits.length == 0 ? NONE : hits[0].getSeqNo(),
                    response.getTotalShards());
        }
    }
}
