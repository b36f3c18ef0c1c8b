package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.ContextIndexSearcher;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.tasks.CancellableTask;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.elasticsearch.query.TextQueries;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.shards.NameReader;
import org.nearduplicate.groups.DocumentName;
import org.nearduplicate.lucene.NearDuplicateQuery;

/** Answers lookups from a shard of this node: a query for each text, and the names of what they find. */
final class ShardLookup {

    private final SearchService searchService;
    private final CircuitBreaker breaker;

    /**
     * @param searchService opens views of shards
     * @param breaker is charged with names
     */
    ShardLookup(SearchService searchService, CircuitBreaker breaker) {
        this.searchService = searchService;
        this.breaker = breaker;
    }

    /** Answers a message, whose task may be cancelled meanwhile. */
    LookupMessage.Response answer(LookupMessage message, CancellableTask task)
            throws IOException {
        try (SearchContext context = message.open(searchService);
                BreakerAccount account = new BreakerAccount(breaker, "near_duplicate lookup")) {
            // Only now the view knows the filter of the alias.
            context.preProcess();
            SearchExecutionContext execution = context.getSearchExecutionContext();
            MinHashFieldType field = field(message, execution);
            TextQueries queries = TextQueries.of(field, message.verify(), execution);
            context.searcher().addQueryCancellation(task::ensureNotCancelled);
            List<ScoreDoc[]> hits = new ArrayList<>(message.texts().size());
            for (SoughtText text : message.texts()) {
                hits.add(text.text() == null ? new ScoreDoc[0] : search(context, queries, text));
            }
            return new LookupMessage.Response(
                    message.target().aliasFilter().getQueryBuilder() == null
                            && WholeView.isWhole(context.searcher().getIndexReader()),
                    queries.choice().verify(),
                    names(context, hits, new TaskMonitor(task, account)));
        }
    }

    private static MinHashFieldType field(
            LookupMessage message, SearchExecutionContext execution) {
        MinHashFieldType field = MinHashFieldType.require(message.field(), execution);
        field.requireOutsideOfNested(execution);
        if (field.sketcher().scheme().equals(message.scheme()) == false) {
            throw new ElasticsearchStatusException(
                    "the mapping of [{}] changed while near duplicates were looked up",
                    RestStatus.SERVICE_UNAVAILABLE, message.field());
        }
        return field;
    }

    private static ScoreDoc[] search(SearchContext context, TextQueries queries, SoughtText text)
            throws IOException {
        ContextIndexSearcher searcher = context.searcher();
        NearDuplicateQuery query = queries.query(text.text(), text.minSimilarity());
        int maxBucketSize = context.getSearchExecutionContext().getIndexSettings()
                .getValue(QuerySettings.MAX_BUCKET_SIZE);
        if (maxBucketSize < searcher.getIndexReader().numDocs()) {
            query = query.limitBuckets(searcher, maxBucketSize);
        }
        return searcher.search(
                context.buildFilteredQuery(query),
                new TopScoreDocCollectorManager(text.size(), null, text.size())).scoreDocs;
    }

    /** Reads each document once, in the order of the shard. */
    private static List<List<LookupMessage.Found>> names(
            SearchContext context, List<ScoreDoc[]> hits, TaskMonitor monitor)
            throws IOException {
        int[] documents = hits.stream().flatMap(Stream::of).mapToInt(hit -> hit.doc).sorted()
                .distinct().toArray();
        List<DocumentName> names = new NameReader(
                context.searcher().getIndexReader(), context.newIdLoader())
                .names(documents, monitor);
        return hits.stream()
                .map(ofText -> Stream.of(ofText)
                        .map(hit -> new LookupMessage.Found(
                                names.get(Arrays.binarySearch(documents, hit.doc)).id(),
                                hit.score))
                        .toList())
                .toList();
    }
}
