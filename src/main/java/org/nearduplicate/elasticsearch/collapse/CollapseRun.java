package org.nearduplicate.elasticsearch.collapse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.RankDocsQueryBuilder;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.sort.FieldSortBuilder;
import org.elasticsearch.search.sort.ScoreSortBuilder;
import org.elasticsearch.search.sort.ShardDocSortField;
import org.elasticsearch.search.sort.SortBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.nearduplicate.collapse.WindowCollapse;
import org.nearduplicate.collapse.WindowCollapse.KeptHit;
import org.nearduplicate.elasticsearch.collapse.CollapseFilter.CollapseLink;
import org.nearduplicate.elasticsearch.collapse.CollapsedWindow.WindowHit;
import org.nearduplicate.elasticsearch.collapse.WindowPhase.WindowRequest;
import org.nearduplicate.elasticsearch.field.FieldDescription;
import org.nearduplicate.elasticsearch.field.FieldDescriptions;
import org.nearduplicate.elasticsearch.field.FieldDescriptions.OfShard;
import org.nearduplicate.elasticsearch.peers.PeerPhase.Peer;
import org.nearduplicate.elasticsearch.peers.PeerPhase.PeerRequest;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.peers.PeerFormat;
import org.nearduplicate.sketch.SignatureFormat;

/**
 * The collapse of one window: its search, and, as long as shingle sets are missing, theirs. All searches are in the point
 * in time of the search that has the retriever, and with the rights of its caller. No thread waits for a search; one
 * thread at a time works on the window.
 *
 * @param client its searches are children of that search
 * @param window the search for the window, rewritten
 * @param monitor is charged for what the window takes, which the listener gives back, and may stop it
 * @param executor has the threads that collapse
 */
record CollapseRun(
        Client client,
        SearchSourceBuilder window,
        CollapseOptions options,
        CollapseLink link,
        JobMonitor monitor,
        Executor executor,
        ActionListener<CollapsedWindow> listener) {

    /** About how many bytes of sets one search fetches. */
    private static final long BATCH_BYTES = 16 << 20;

    /** About what a hit takes: its document, its name, its place, and the largest signature. */
    private static final long BYTES_PER_HIT = 400 + 1_036;

    /**
     * The hits of a window as their shards answered them, in the order of their ranks.
     *
     * @param documents where they are, with scores in that order
     * @param hits their names
     * @param signatures their signatures, null for one without a text
     * @param peers what makes others their peers; null each where all are
     * @param fields what their shards report of the field; none without a hit
     */
    record RankedWindow(
            RankDoc[] documents, List<WindowHit> hits, List<byte[]> signatures,
            List<Peer> peers, List<OfShard> fields) {}

    /**
     * Returns the search for the window of a child that is rewritten.
     *
     * @param runtimeMappings those of the search that has the retriever
     */
    static SearchSourceBuilder window(
            PointInTimeBuilder pointInTime,
            RetrieverBuilder child,
            CollapseOptions options,
            Map<String, Object> runtimeMappings) {
        SearchSourceBuilder source =
                source(
                        pointInTime,
                        options.peers().areNone()
                                ? List.of(ofHits(options))
                                : List.of(ofHits(options), new PeerRequest(options.peers())))
                        .runtimeMappings(runtimeMappings)
                        .size(options.rankWindowSize());
        child.extractToSearchSourceBuilder(source, true);
        List<SortBuilder<?>> sorts = new ArrayList<>(
                Objects.requireNonNullElse(source.sorts(), List.of(new ScoreSortBuilder())));
        sorts.add(new FieldSortBuilder(FieldSortBuilder.SHARD_DOC_FIELD_NAME));
        return source.sort(sorts);
    }

    private static WindowRequest ofHits(CollapseOptions options) {
        return new WindowRequest(options.field(), options.verify(), false);
    }

    void start() {
        monitor.reserve(BYTES_PER_HIT * options.rankWindowSize());
        search(
                window,
                this.<RankedWindow>onSearchThread(this::received)
                        .map(response -> ranked(response.getHits().getHits())));
    }

    private void received(RankedWindow ranked) {
        if (ranked.fields().isEmpty()) {
            listener.onResponse(new CollapsedWindow(ranked, List.of()));
            return;
        }
        FieldDescriptions fields = new FieldDescriptions(ranked.fields());
        WindowCollapse collapse = new WindowCollapse(
                fields.scheme().signatureFormat(), compared(ranked), peers(ranked.peers()),
                options.minSimilarity() == null
                        ? fields.similarity()
                        : options.minSimilarity(),
                options.maxNearDuplicates(), monitor);
        // Only shards that were free to choose name what they lack.
        Optional<FieldDescriptions.OfShard> fallback = fields.fallback();
        fallback.ifPresent(shard -> link.warning = () -> shard.warn(options.field()));
        if (fallback.isPresent() || options.verify() == Verify.SIGNATURE) {
            listener.onResponse(new CollapsedWindow(ranked, collapse.bySignatures()));
        } else {
            collapse(ranked, collapse);
        }
    }

    /** Returns the signatures of hits, without those that are left alone. */
    private List<byte[]> compared(RankedWindow ranked) {
        List<byte[]> compared = new ArrayList<>(ranked.signatures());
        for (int hit = 0; hit < compared.size(); hit++) {
            byte[] signature = compared.get(hit);
            Peer peer = ranked.peers().get(hit);
            if (peer != null && peer.bytes() == null || signature != null
                    && SignatureFormat.shingleCount(signature, 0) < options.minShingles()) {
                compared.set(hit, null);
            }
        }
        return compared;
    }

    private WindowCollapse.Peers peers(List<Peer> peers) {
        if (options.peers().areNone()) {
            return (a, b) -> true;
        }
        peers.forEach(peer -> peer.requireKinds(peers.getFirst().kinds()));
        PeerFormat format = options.peers().format();
        return (a, b) -> format.arePeers(peers.get(a).bytes(), 0, peers.get(b).bytes(), 0);
    }

    /** Collapses, unless sets are missing, which are fetched first. */
    private void collapse(RankedWindow ranked, WindowCollapse collapse) {
        List<KeptHit> kept = collapse.wantsSets() ? List.of() : collapse.bySets();
        if (collapse.wantsSets()) {
            fetch(ranked, collapse);
        } else {
            listener.onResponse(new CollapsedWindow(ranked, kept));
        }
    }

    /** Fetches the next sets, and goes on to collapse. */
    private void fetch(RankedWindow ranked, WindowCollapse collapse) {
        int[] wanted = collapse.nextWanted(BATCH_BYTES);
        RankDoc[] documents = Arrays.stream(wanted)
                .mapToObj(hit -> ranked.documents()[hit])
                .toArray(RankDoc[]::new);
        SearchSourceBuilder source =
                source(window.pointInTimeBuilder(),
                        List.of(new WindowRequest(options.field(), Verify.EXACT, true)))
                        .query(new RankDocsQueryBuilder(documents, null, true))
                        .storedFields(new StoredFieldsContext(false))
                        .sort(List.of(new FieldSortBuilder(FieldSortBuilder.SHARD_DOC_FIELD_NAME)))
                        .size(documents.length);
        search(
                source,
                this.<Map<RankDoc.RankKey, byte[]>>onSearchThread(sets -> {
                    for (int hit : wanted) {
                        collapse.put(hit, sets.get(key(ranked.documents()[hit])));
                    }
                    collapse(ranked, collapse);
                }).map(response -> sets(response.getHits().getHits(), wanted.length)));
    }

    /** Returns a listener that hands a response on to a thread of searches. */
    private <T> ActionListener<T> onSearchThread(Consumer<T> next) {
        return listener.delegateFailureAndWrap(
                (failed, response) -> executor.execute(
                        ActionRunnable.wrap(failed, ignored -> next.accept(response))));
    }

    /**
     * Reads all that is needed of hits, which may be released then. The search for the kept documents orders them by
     * score, and by their place where scores are equal. If the window was sorted otherwise, they get scores that fall
     * with the rank.
     */
    private RankedWindow ranked(SearchHit[] hits) throws IOException {
        RankDoc[] documents = new RankDoc[hits.length];
        List<OfShard> fields = new ArrayList<>();
        boolean byScore = isByScore();
        for (int i = 0; i < hits.length; i++) {
            documents[i] = document(hits[i]);
            documents[i].rank = i + 1;
            documents[i].score = byScore ? documents[i].score : 1F / documents[i].rank;
            byte[] description = bytes(hits[i], WindowPhase.DESCRIPTION);
            if (description != null) {
                fields.add(
                        new OfShard(
                                hits[i].getIndex(),
                                new FieldDescription(new BytesArray(description).streamInput())));
            }
        }
        return new RankedWindow(
                documents,
                Arrays.stream(hits).map(WindowHit::of).toList(),
                Arrays.stream(hits).map(hit -> bytes(hit, WindowPhase.SIGNATURE)).toList(),
                Arrays.stream(hits).map(Peer::of).toList(),
                fields);
    }

    /** Returns whether nothing but the score orders the window, and the places of hits of the same score. */
    private boolean isByScore() {
        List<SortBuilder<?>> sorts = window.sorts();
        return sorts.size() == 2
                && sorts.getFirst() instanceof ScoreSortBuilder score
                && score.order() == SortOrder.DESC;
    }

    /** Reads the sets of hits, by the places of their documents. */
    private static Map<RankDoc.RankKey, byte[]> sets(SearchHit[] hits, int expected) {
        if (hits.length != expected) {
            throw new IllegalStateException(
                    "[" + expected + "] hits of a window have [" + hits.length + "] sets");
        }
        Map<RankDoc.RankKey, byte[]> sets = new HashMap<>();
        for (SearchHit hit : hits) {
            sets.put(key(document(hit)), bytes(hit, WindowPhase.SET));
        }
        return sets;
    }

    private static RankDoc.RankKey key(RankDoc document) {
        return new RankDoc.RankKey(document.doc, document.shardIndex);
    }

    private static SearchSourceBuilder source(
            PointInTimeBuilder pointInTime, List<SearchExtBuilder> requests) {
        return new SearchSourceBuilder()
                .pointInTimeBuilder(pointInTime)
                .trackTotalHits(false)
                .fetchSource(false)
                .skipInnerHits(true)
                .ext(requests);
    }

    /** Partial results are refused: without the hits of a shard that failed other hits would be kept. */
    private void search(
            SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
        SearchRequest request = new SearchRequest().source(source);
        // A search that filters shards first may number them otherwise.
        request.setPreFilterShardSize(Integer.MAX_VALUE);
        client.search(request.allowPartialSearchResults(false), listener);
    }

    /** Returns where a hit is, by the last value that it was sorted by. */
    private static RankDoc document(SearchHit hit) {
        Object[] sortValues = hit.getRawSortValues();
        long place = (Long) sortValues[sortValues.length - 1];
        return new RankDoc(
                ShardDocSortField.decodeDoc(place), hit.getScore(),
                ShardDocSortField.decodeShardRequestIndex(place));
    }

    /** Returns bytes that a shard added to a hit, or null. */
    private static byte[] bytes(SearchHit hit, String name) {
        DocumentField field = hit.field(name);
        return field == null ? null : field.getValue();
    }
}
