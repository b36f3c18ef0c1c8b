package org.nearduplicate.elasticsearch.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.search.aggregations.metrics.Sum;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.FieldSortBuilder;
import org.nearduplicate.groups.DocumentVersion;
import org.nearduplicate.lucene.version.HitCount;

/**
 * Marks the groups of earlier runs that a run replaces. A mark counts once the run is completed. A document is marked in
 * the version in which it was found, so of two runs one learns of the other. Belongs to the thread of the run.
 */
final class ReplacedGroups {

    /** Fewer than what a query may have by default. */
    private static final int VERSIONS_AT_A_TIME = 5_000;

    /** Half of what a search gives at most unless an index is set to give less. */
    private static final int PAGE = 5_000;

    /** A document that is marked is read and written whole: so many members are at a time, some megabytes. */
    private static final int MEMBERS_AT_A_TIME = 50_000;

    private static final int MOST_CONFLICTS = 10;

    private final DestinationCalls calls;
    private final BulkWriter writer;
    private final String run;
    private final List<String> earlier;
    private final Runnable requireCurrent;
    private final List<String> versions = new ArrayList<>();
    private boolean hasBegun;

    /**
     * @param run the run that replaces them
     * @param earlier the completed runs before
     * @param requireCurrent fails if another run has taken the destination over, whose marks are not to be replaced
     */
    ReplacedGroups(
            DestinationCalls calls, BulkWriter writer, String run, List<String> earlier,
            Runnable requireCurrent) {
        this.calls = calls;
        this.writer = writer;
        this.run = run;
        this.earlier = earlier;
        this.requireCurrent = requireCurrent;
    }

    /** Marks the group whose keeper is a document, if there is one, sooner or later. */
    void add(DocumentVersion keeper) {
        versions.add(keeper.toString());
        if (versions.size() == VERSIONS_AT_A_TIME) {
            finish();
        }
    }

    /** Marks the groups of all keepers that were added. */
    private void finish() {
        if (versions.isEmpty()) {
            return;
        }
        if (hasBegun == false) {
            // Marks of a run that was taken over may not be visible yet.
            calls.refresh();
            hasBegun = true;
        }
        QueryBuilder query = CompletedRuns.groups(earlier)
                .filter(
                        QueryBuilders.termsQuery(
                                DestinationMapping.KEEPER_VERSION, List.copyOf(versions)))
                .mustNot(QueryBuilders.termQuery(DestinationMapping.REPLACED_BY, run));
        markAll(query);
        versions.clear();
    }

    /** Something of a run that was cancelled may be under way, or a mark that is repeated: what is left is looked for again. */
    private void markAll(QueryBuilder query) {
        int conflicts = 0;
        boolean isDone = false;
        while (isDone == false) {
            try {
                isDone = mark(query) < PAGE;
            } catch (ElasticsearchStatusException e) {
                if (e.status() != RestStatus.CONFLICT || ++conflicts > MOST_CONFLICTS) {
                    throw e;
                }
                requireCurrent.run();
            }
            if (isDone == false) {
                calls.refresh();
            }
        }
    }

    /**
     * Counts what was marked.
     *
     * @param groups how many groups
     * @param documents how many documents are in them
     */
    record Counts(long groups, long documents) {}

    /** Returns how much is marked. */
    Counts count() {
        finish();
        if (hasBegun == false) {
            return new Counts(0, 0);
        }
        calls.refresh();
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(
                        CompletedRuns.groups(earlier)
                                .filter(
                                        QueryBuilders.termQuery(
                                                DestinationMapping.REPLACED_BY, run))
                                .filter(QueryBuilders.termQuery(DestinationMapping.PART, 1)))
                .size(0)
                .trackTotalHits(true)
                .aggregation(
                        AggregationBuilders.sum(GroupsXContent.SIZE).field(GroupsXContent.SIZE));
        return calls.call(
                TransportSearchAction.TYPE,
                new SearchRequest(calls.dest()).source(source).allowPartialSearchResults(false),
                response -> {
                    Sum documents = response.getAggregations().get(GroupsXContent.SIZE);
                    return new Counts(
                            HitCount.of(response.getHits().getTotalHits()),
                            (long) documents.value());
                });
    }

    /** Marks what a search finds, and returns how many documents that are. */
    private int mark(QueryBuilder query) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(query)
                .size(PAGE)
                .sort(FieldSortBuilder.DOC_FIELD_NAME)
                .fetchSource(GroupsXContent.SIZE, null)
                .seqNoAndPrimaryTerm(true)
                .trackTotalHits(false);
        List<Mark> marks = new ArrayList<>();
        calls.call(
                TransportSearchAction.TYPE,
                new SearchRequest(calls.dest()).source(source).allowPartialSearchResults(false),
                response -> {
                    for (SearchHit hit : response.getHits()) {
                        marks.add(mark(hit, size(hit.getSourceAsMap())));
                    }
                    return marks;
                });
        if (marks.isEmpty() == false) {
            write(marks);
        }
        return marks.size();
    }

    private void write(List<Mark> marks) {
        List<UpdateRequest> batch = new ArrayList<>();
        long members = 0;
        for (Mark mark : marks) {
            if (batch.size() == BulkWriter.MAX_DOCUMENTS || members > MEMBERS_AT_A_TIME) {
                update(batch);
                batch.clear();
                members = 0;
            }
            batch.add(mark.request);
            members += mark.members;
        }
        update(batch);
    }

    private void update(List<UpdateRequest> batch) {
        requireCurrent.run();
        writer.update(batch);
    }

    private static long size(Map<String, Object> group) {
        return group.get(GroupsXContent.SIZE) instanceof Number size
                ? size.longValue()
                : DestinationDocuments.MAX_MEMBERS;
    }

    private Mark mark(SearchHit hit, long size) {
        return new Mark(
                new UpdateRequest(calls.dest(), hit.getId())
                        .doc(Map.of(DestinationMapping.REPLACED_BY, run))
                        .setIfSeqNo(hit.getSeqNo())
                        .setIfPrimaryTerm(hit.getPrimaryTerm()),
                Math.min(size, DestinationDocuments.MAX_MEMBERS));
    }

    /** Marks a document, which has so many members at most. */
    private record Mark(UpdateRequest request, long members) {}
}
