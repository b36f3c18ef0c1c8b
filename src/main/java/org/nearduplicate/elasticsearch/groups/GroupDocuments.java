package org.nearduplicate.elasticsearch.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Settings;
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
 * @param index identifies the index
 * @param count how many documents there are
 * @param operations for each shard the highest number of an operation that wrote one that no run has marked as replaced, -1
 *     where there is none
 */
record GroupDocuments(String index, long count, List<Long> operations) {

    private static final String INDEX = "group_index";
    private static final String COUNT = "group_documents";
    private static final String OPERATIONS = "group_operations";
    private static final long NONE = -1;

    /**
     * Looks at the documents that searches see.
     *
     * @param calls search the destination
     * @param settings those of the destination
     * @param runs the completed runs
     */
    static GroupDocuments read(DestinationCalls calls, Settings settings, List<String> runs) {
        BoolQueryBuilder query = CompletedRuns.groups(runs)
                .filter(
                        QueryBuilders.termQuery(
                                DestinationMapping.KIND, DestinationMapping.KIND_GROUP));
        SearchSourceBuilder counting =
                new SearchSourceBuilder().query(query).size(0).trackTotalHits(true);
        long count = calls.call(
                TransportSearchAction.TYPE, search(calls, counting),
                response -> HitCount.of(response.getHits().getTotalHits()));
        SearchSourceBuilder highest = new SearchSourceBuilder()
                .query(
                        QueryBuilders.boolQuery()
                                .filter(query)
                                .mustNot(
                                        QueryBuilders.existsQuery(
                                                DestinationMapping.REPLACED_BY)))
                .size(1)
                .sort(SeqNoFieldMapper.NAME, SortOrder.DESC)
                .seqNoAndPrimaryTerm(true)
                .fetchSource(false)
                .trackTotalHits(false);
        List<Long> operations = new ArrayList<>();
        int shards = IndexMetadata.INDEX_NUMBER_OF_SHARDS_SETTING.get(settings);
        for (int shard = 0; shard < shards; shard++) {
            operations.add(
                    calls.call(
                            TransportSearchAction.TYPE,
                            search(calls, highest).preference("_shards:" + shard),
                            GroupDocuments::operation));
        }
        return new GroupDocuments(
                settings.get(IndexMetadata.SETTING_INDEX_UUID), count, operations);
    }

    private static SearchRequest search(DestinationCalls calls, SearchSourceBuilder source) {
        return new SearchRequest(calls.dest()).source(source).allowPartialSearchResults(false);
    }

    private static long operation(SearchResponse response) {
        SearchHit[] hits = response.getHits().getHits();
        return hits.length == 0 ? NONE : hits[0].getSeqNo();
    }

    /**
     * Reads what a status document tells.
     *
     * @throws RuntimeException if it is not what one tells
     */
    static GroupDocuments of(Map<?, ?> told) {
        return new GroupDocuments(
                (String) told.get(INDEX),
                ((Number) told.get(COUNT)).longValue(),
                ((List<?>) told.get(OPERATIONS)).stream()
                        .map(operation -> ((Number) operation).longValue())
                        .toList());
    }

    /** Returns what a status document tells. */
    Map<String, Object> toMap() {
        return Map.of(INDEX, index, COUNT, count, OPERATIONS, operations);
    }

    /**
     * Checks that these are the documents that runs left.
     *
     * @throws IllegalArgumentException if there are more or fewer, or one was changed
     */
    void requireAsLeft(GroupDocuments left) {
        if (index.equals(left.index) == false || operations.size() != left.operations.size()) {
            throw new IllegalArgumentException("it was written to another index");
        }
        if (count != left.count) {
            throw new IllegalArgumentException(
                    "there are [" + count + "] documents of groups, it left [" + left.count + "]");
        }
        for (int shard = 0; shard < operations.size(); shard++) {
            if (operations.get(shard) > left.operations.get(shard)) {
                throw new IllegalArgumentException("a document of a group was written since");
            }
        }
    }
}
