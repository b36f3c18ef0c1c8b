package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.lucene.index.ElasticsearchDirectoryReader;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.IndexShardState;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.index.shard.ShardNotInPrimaryModeException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.ContextIndexSearcher;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.elasticsearch.query.TextQueries;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.shards.NameReader;
import org.nearduplicate.elasticsearch.shards.ShardTarget;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.unseen.WriteNote;

/**
 * Answers lookups from a primary of this node: a query for each text, and the names of what they find. What no search sees yet is
 * shown by a refresh before, if it matters for one of the texts.
 */
final class ShardLookup {

    private static final String REFRESH = "near_duplicate lookup";

    private final SearchService searchService;
    private final ShardNotes notes;
    private final CircuitBreaker breaker;
    private final Executor searches;

    ShardLookup(
            SearchService searchService, ShardNotes notes, CircuitBreaker breaker,
            ThreadPool threadPool) {
        this.searchService = searchService;
        this.notes = notes;
        this.breaker = breaker;
        this.searches = threadPool.executor(ThreadPool.Names.SEARCH);
    }

    /** Answers a message on threads of searches and refreshes; its task may be cancelled meanwhile. */
    void answer(
            Call.Message<ShardTarget, ShardLookupCall.Question> message, CancellableTask task,
            ActionListener<ShardLookupCall.Answer> listener) {
        new Lookup(message, task).answer(listener);
    }

    /** Only a primary has noted what was written. */
    private static void requirePrimary(IndexShard shard) {
        boolean isPrimary = shard.state() == IndexShardState.STARTED
                && shard.routingEntry().primary() && shard.isRelocatedPrimary() == false;
        if (isPrimary == false) {
            throw new ShardNotInPrimaryModeException(shard.shardId(), shard.state());
        }
    }

    /** One message, and what its shard wrote before it came. */
    private final class Lookup {

        private final ShardTarget target;
        private final ShardLookupCall.Question question;
        private final CancellableTask task;
        private final IndexShard shard;
        private final ShardNotes.OfShard written;
        private final WriteNote.View view;

        private Lookup(
                Call.Message<ShardTarget, ShardLookupCall.Question> message, CancellableTask task) {
            this.target = message.subject();
            this.question = message.question();
            this.task = task;
            ShardId shardId = target.shardId();
            this.shard = searchService.getIndicesService().indexServiceSafe(shardId.getIndex())
                    .getShard(shardId.id());
            requirePrimary(shard);
            this.written = notes.of(shard);
            this.view = written.note().view();
        }

        private void answer(ActionListener<ShardLookupCall.Answer> listener) {
            long needed = needed();
            if (needed > 0) {
                searchAfterRefresh(needed, listener);
                return;
            }
            ActionListener.run(listener, answered -> {
                ShardLookupCall.Answer response = search();
                if (hasGone(response)) {
                    searchAfterRefresh(view.all(), answered);
                } else {
                    answered.onResponse(response);
                }
            });
        }

        private long needed() {
            long needed = 0;
            for (SoughtText text : question.texts().texts()) {
                if (text.text() != null && needed < view.all()) {
                    needed = Math.max(
                            needed,
                            view.needed(
                                    question.texts().field(), text.text(), text.rows(),
                                    text.minSimilarity(), question.verify()));
                }
            }
            return needed;
        }

        private boolean hasGone(ShardLookupCall.Answer response) {
            return view.hasGone() && response.found().stream().flatMap(List::stream)
                    .anyMatch(found -> view.isGone(ShardNotes.name(found.id())));
        }

        /** Neither on a thread of searches, nor on several: others wait for the same refresh. */
        private void searchAfterRefresh(
                long needed, ActionListener<ShardLookupCall.Answer> listener) {
            written.refreshes().enqueueTask(listener.delegateFailureAndWrap((refreshed, turn) -> {
                try (turn) {
                    written.note().refresh(view, needed, () -> shard.refresh(REFRESH));
                }
                searches.execute(ActionRunnable.supply(refreshed, this::search));
            }));
        }

        private ShardLookupCall.Answer search() throws IOException {
            try (SearchContext context = target.open(searchService);
                    BreakerAccount account =
                            new BreakerAccount(breaker, "near_duplicate lookup")) {
                context.preProcess();
                DirectoryReader reader =
                        ElasticsearchDirectoryReader.getElasticsearchDirectoryReader(
                                (DirectoryReader) context.searcher().getIndexReader());
                written.note().saw(view, reader.getVersion(), reader.isCurrent());
                SearchExecutionContext execution = context.getSearchExecutionContext();
                MinHashFieldType field = field(question.texts(), execution);
                TextQueries queries = TextQueries.of(field, question.verify(), execution)
                        .ofMany(account::charge);
                context.searcher().addQueryCancellation(task::ensureNotCancelled);
                List<ScoreDoc[]> hits = new ArrayList<>(question.texts().texts().size());
                for (SoughtText text : question.texts().texts()) {
                    hits.add(
                            text.text() == null
                                    ? new ScoreDoc[0]
                                    : ShardLookup.search(context, queries, text));
                }
                // A primary that has handed over meanwhile does not know what its successor writes.
                requirePrimary(shard);
                return new ShardLookupCall.Answer(
                        queries.choice().verify(),
                        names(context, hits, new TaskMonitor(task, account)));
            }
        }
    }

    private static MinHashFieldType field(
            SketchedTexts texts, SearchExecutionContext execution) {
        MinHashFieldType field = MinHashFieldType.require(texts.field(), execution);
        field.requireOutsideOfNested(execution);
        if (field.sketcher().scheme().equals(texts.scheme()) == false) {
            throw new ElasticsearchStatusException(
                    "the mapping of [{}] changed while near duplicates were looked up",
                    RestStatus.SERVICE_UNAVAILABLE, texts.field());
        }
        return field;
    }

    private static ScoreDoc[] search(SearchContext context, TextQueries queries, SoughtText text)
            throws IOException {
        ContextIndexSearcher searcher = context.searcher();
        NearDuplicateQuery query = queries.query(text.text(), text.rows(), text.minSimilarity());
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
    private static List<List<ShardLookupCall.Found>> names(
            SearchContext context, List<ScoreDoc[]> hits, TaskMonitor monitor)
            throws IOException {
        int[] documents = hits.stream().flatMap(Stream::of).mapToInt(hit -> hit.doc).sorted()
                .distinct().toArray();
        List<DocumentName> names = new NameReader(
                context.searcher().getIndexReader(), context.newIdLoader())
                .allNames(documents, monitor);
        return hits.stream()
                .map(ofText -> Stream.of(ofText)
                        .map(hit -> new ShardLookupCall.Found(
                                names.get(Arrays.binarySearch(documents, hit.doc)).id(),
                                hit.score))
                        .toList())
                .toList();
    }
}
