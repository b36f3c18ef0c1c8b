package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.lucene.index.ElasticsearchDirectoryReader;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.IndexShardState;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.index.shard.ShardNotInPrimaryModeException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.internal.ContextIndexSearcher;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.ThreadPool;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.lookup.Counterparts.Standing;
import org.nearduplicate.elasticsearch.lookup.SketchedTexts.SoughtText;
import org.nearduplicate.elasticsearch.query.QuerySettings;
import org.nearduplicate.elasticsearch.query.TextQueries;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.NodeServices;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.shards.Call.Wire;
import org.nearduplicate.elasticsearch.shards.NameReader;
import org.nearduplicate.elasticsearch.shards.ShardTarget;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.lucene.FoundBands;
import org.nearduplicate.lucene.NearDuplicateQuery;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.sets.IgnoredShingles;
import org.nearduplicate.unseen.WriteNote;

/**
 * Answers one lookup from a primary of this node: a query for each text, and the names of what they find. What no search
 * sees yet is shown by a refresh before, if it matters for one of the texts.
 */
final class ShardLookup {

    static final Call<ShardTarget, SketchedTexts, Answer> CALL = new Call<>(
            TransportLookupAction.NAME + "[s]", ShardTarget::new, Wire.of(SketchedTexts::new),
            Wire.of(Answer::new));

    private static final String REFRESH = "near_duplicate lookup";

    /** A document of words that all differ takes ten times its bytes in memory: terms, with their positions. */
    private static final long BYTES_HELD = 10;

    private final NodeServices node;
    private final ShardTarget target;
    private final SketchedTexts sought;
    private final CancellableTask task;
    private final IndexShard shard;

    private final ShardNotes.OfShard written;

    /** What the shard wrote before the message came. */
    private final WriteNote.View view;

    /** A document of the shard, by its {@code _id}. */
    record Found(String id, float similarity) implements Writeable {

        Found(StreamInput in) throws IOException {
            this(in.readString(), in.readFloat());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(id);
            out.writeFloat(similarity);
        }
    }

    /**
     * What was found.
     *
     * @param verify how candidates were verified
     * @param found the near duplicates of each text, most similar first
     * @param standings how the document of each text stands to those that it is compared with
     */
    record Answer(Verify verify, List<List<Found>> found, List<Standing> standings)
            implements Writeable {

        Answer(StreamInput in) throws IOException {
            this(
                    in.readEnum(Verify.class),
                    in.readCollectionAsList(text -> text.readCollectionAsList(Found::new)),
                    in.readCollectionAsList(Standing::new));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeEnum(verify);
            out.writeCollection(found, StreamOutput::writeCollection);
            out.writeCollection(standings);
        }
    }

    ShardLookup(
            NodeServices node, ShardNotes notes, Call.Message<ShardTarget, SketchedTexts> message,
            CancellableTask task) {
        this.node = node;
        this.target = message.subject();
        this.sought = message.question();
        this.task = task;
        ShardId shardId = target.shardId();
        this.shard =
                node.indices().indexServiceSafe(shardId.getIndex()).getShard(shardId.id());
        requirePrimary(shard);
        this.written = notes.of(shard);
        this.view = written.note().view();
    }

    /** Only a primary has noted what was written. */
    private static void requirePrimary(IndexShard shard) {
        boolean isPrimary = shard.state() == IndexShardState.STARTED
                && shard.routingEntry().primary() && shard.isRelocatedPrimary() == false;
        if (isPrimary == false) {
            throw new ShardNotInPrimaryModeException(shard.shardId(), shard.state());
        }
    }

    /** Answers on threads of searches and refreshes; the task may be cancelled meanwhile. */
    void answer(ActionListener<Answer> listener) {
        long needed = needed();
        if (needed > 0) {
            searchAfterRefresh(needed, listener);
            return;
        }
        ActionListener.run(listener, answered -> {
            Answer response = search();
            if (hasGone(response)) {
                searchAfterRefresh(view.all(), answered);
            } else {
                answered.onResponse(response);
            }
        });
    }

    private long needed() {
        long needed = 0;
        for (SoughtText text : sought.texts()) {
            if (text.text() != null && needed < view.all()) {
                needed = Math.max(
                        needed,
                        view.needed(
                                sought.field(), sought.comparison(text), text.rows()));
            }
        }
        return needed;
    }

    private boolean hasGone(Answer response) {
        return view.hasGone() && response.found().stream().flatMap(List::stream)
                .anyMatch(found -> view.isGone(ShardNotes.name(found.id())));
    }

    /** Neither on a thread of searches, nor on several: others wait for the same refresh. */
    private void searchAfterRefresh(
            long needed, ActionListener<Answer> listener) {
        written.refreshes().enqueueTask(listener.delegateFailureAndWrap((refreshed, turn) -> {
            try (turn) {
                written.note().refresh(view, needed, () -> shard.refresh(REFRESH));
            }
            node.threadPool().executor(ThreadPool.Names.SEARCH)
                    .execute(ActionRunnable.supply(refreshed, this::search));
        }));
    }

    private Answer search() throws IOException {
        try (SearchContext context = target.open(node.searches());
                BreakerAccount account =
                        new BreakerAccount(node.breaker(), "near_duplicate lookup")) {
            context.preProcess();
            DirectoryReader reader =
                    ElasticsearchDirectoryReader.getElasticsearchDirectoryReader(
                            (DirectoryReader) context.searcher().getIndexReader());
            written.note().saw(view, reader.getVersion(), reader.isCurrent());
            account.charge(IgnoredShingles.ramBytesUsed(sought.ignored().size()));
            SearchExecutionContext execution = context.getSearchExecutionContext();
            MinHashFieldType field = field(sought, execution);
            TextQueries queries =
                    TextQueries.of(field, sought.verify(), sought.ignored(), execution)
                            .ofMany(account::charge);
            context.searcher().addQueryCancellation(task::ensureNotCancelled);
            ShardCounterparts counterparts =
                    ShardCounterparts.open(execution, sought.counterparts());
            // Before searches, which keep as many sets as there is memory for.
            List<Standing> standings = new ArrayList<>(sought.texts().size());
            for (SoughtText text : sought.texts()) {
                standings.add(standing(text, counterparts, account));
            }
            TaskMonitor monitor = new TaskMonitor(task, account);
            List<ScoreDoc[]> hits =
                    search(context, queries, counterparts, standings, monitor);
            // A primary that has handed over meanwhile does not know what its successor writes.
            requirePrimary(shard);
            return new Answer(
                    queries.choice().verify(),
                    names(context, hits, monitor),
                    standings);
        }
    }

    private static Standing standing(
            SoughtText text, ShardCounterparts counterparts, BreakerAccount account)
            throws IOException {
        if (text.text() == null) {
            return Standing.ALONE;
        }
        long held = text.source() == null ? 0 : BYTES_HELD * text.source().length();
        try {
            account.charge(held);
        } catch (CircuitBreakingException e) {
            // Others that are smaller can be looked up all the same.
            return Standing.refused(e.getMessage(), e.status());
        }
        Standing standing = counterparts.standing(text.source());
        // After a failure the account gives it back.
        account.charge(-held);
        return standing;
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

    /** Searches for each text that shares a band with a document. */
    private List<ScoreDoc[]> search(
            SearchContext context, TextQueries queries, ShardCounterparts counterparts,
            List<Standing> standings, TaskMonitor monitor)
            throws IOException {
        BitSet found = FoundBands.of(
                IntStream.range(0, standings.size())
                        .mapToObj(text -> bands(sought.texts().get(text), standings.get(text)))
                        .toList(),
                context.searcher().getIndexReader(), queries.field().name(), monitor);
        List<ScoreDoc[]> hits = new ArrayList<>(standings.size());
        for (int text = 0; text < standings.size(); text++) {
            hits.add(
                    found.get(text)
                            ? search(
                                    context, queries, sought.texts().get(text), counterparts,
                                    standings.get(text))
                            : new ScoreDoc[0]);
        }
        return hits;
    }

    private static FoundBands.Bands bands(SoughtText text, Standing standing) {
        return new FoundBands.Bands(
                standing.peer() == null ? new long[0] : text.text().keys(), text.rows());
    }

    private static ScoreDoc[] search(
            SearchContext context, TextQueries queries, SoughtText text,
            ShardCounterparts counterparts, Standing standing)
            throws IOException {
        ContextIndexSearcher searcher = context.searcher();
        NearDuplicateQuery query = queries.query(text.text(), text.rows(), text.minSimilarity());
        int maxBucketSize = context.getSearchExecutionContext().getIndexSettings()
                .getValue(QuerySettings.MAX_BUCKET_SIZE);
        if (maxBucketSize < searcher.getIndexReader().numDocs()) {
            query = query.limitBuckets(searcher, maxBucketSize);
        }
        return searcher.search(
                context.buildFilteredQuery(counterparts.restrict(query, standing)),
                new TopScoreDocCollectorManager(text.size(), null, text.size())).scoreDocs;
    }

    private static List<List<Found>> names(
            SearchContext context, List<ScoreDoc[]> hits, TaskMonitor monitor)
            throws IOException {
        IntFunction<DocumentName> names = NameReader.allNames(
                context, hits.stream().flatMap(Stream::of).mapToInt(hit -> hit.doc), monitor);
        return hits.stream()
                .map(ofText -> Stream.of(ofText)
                        .map(hit -> new Found(names.apply(hit.doc).id(), hit.score))
                        .toList())
                .toList();
    }
}
