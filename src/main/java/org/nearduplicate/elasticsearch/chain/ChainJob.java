package org.nearduplicate.elasticsearch.chain;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.nearduplicate.chain.ChainSearch;
import org.nearduplicate.chain.ChainSearch.Chain;
import org.nearduplicate.chain.ChainSearch.Neighbour;
import org.nearduplicate.chain.ChainSearch.Neighbours;
import org.nearduplicate.elasticsearch.peers.PeerPhase.Peer;
import org.nearduplicate.elasticsearch.peers.PeerPhase.PeerRequest;
import org.nearduplicate.elasticsearch.peers.PeerQueryBuilder;
import org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.elasticsearch.request.StoredDocument.DocumentLookup;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.version.HitCount;

/**
 * Finds the ends of a chain, their direct similarity, and the chain. All searches go to what the user named, never to
 * the index that a hit names, so that an alias hides from a chain what it hides from a search, and its
 * rights are enough. Runs once.
 */
final class ChainJob {

    /** The name of the clause that matches if the ends are near duplicates of each other. */
    private static final String LINKED = "linked";

    private final LocalRequest<ChainOptions> request;
    private final ChainOptions options;
    private final int maxHits;
    private final Searches searches;

    /** What the documents of a chain match, or null if all are peers; known once its ends are. */
    private QueryBuilder peers;

    /** @param maxHits the most hits that a search may return */
    ChainJob(LocalRequest<ChainOptions> request, int maxHits, Searches searches) {
        this.request = request;
        this.options = request.parameters();
        this.maxHits = maxHits;
        this.searches = searches;
    }

    CompletableFuture<ChainResponse> run() {
        long startNanos = System.nanoTime();
        DocumentLookup start = end(ChainOptions.START, options.start());
        DocumentLookup end = end(ChainOptions.END, options.end());
        return find(start)
                .thenCombine(find(end), List::of)
                .thenCompose(
                        ends -> answer(ends.getFirst(), ends.getLast(), end, startNanos));
    }

    private DocumentLookup end(String parameter, DocumentReference document) {
        return new DocumentLookup(
                parameter, request, document, options.query(),
                options.peers().areNone() ? null : new PeerRequest(options.peers()));
    }

    private CompletableFuture<StoredDocument> find(DocumentLookup lookup) {
        return searches.run(
                (client, listener) -> lookup.find(client, options.field(), listener));
    }

    private CompletableFuture<ChainResponse> answer(
            StoredDocument start, StoredDocument end, DocumentLookup endLookup, long startNanos) {
        Document first = start.document();
        Document last = end.document();
        if (first.equals(last)) {
            throw ChainOptions.sameEnds(options.start());
        }
        boolean arePeers = findPeers(Peer.of(start.added()), Peer.of(end.added()));
        return direct(start.texts(), last, endLookup)
                .thenCompose(
                        direct -> (arePeers ? search(first, last, direct) : noChain())
                                .thenApply(
                                        chain -> new ChainResponse(
                                                chain, direct.similarity, options.maxLength(),
                                                TimeUnit.NANOSECONDS.toMillis(
                                                        System.nanoTime() - startNanos))));
    }

    /** Takes note of the peers among which a chain is searched; false if the ends are none of each other. */
    private boolean findPeers(Peer first, Peer last) {
        if (options.peers().areNone()) {
            return true;
        }
        first.requireKinds(last.kinds());
        peers = PeerQueryBuilder.of(options.peers(), first);
        return first.bytes() != null && last.bytes() != null
                && options.peers().format().arePeers(first.bytes(), 0, last.bytes(), 0);
    }

    private static CompletableFuture<Chain> noChain() {
        return CompletableFuture.completedFuture(new Chain(List.of(), List.of(), true, 2));
    }

    private CompletableFuture<Chain> search(Document first, Document last, Direct direct) {
        if (direct.linked) {
            return CompletableFuture.completedFuture(
                    new Chain(List.of(first, last), List.of(direct.similarity), true, 2));
        }
        return new ChainSearch(
                first, new StoredNeighbours()::of, last, new StoredNeighbours()::of,
                options.maxLength(), ChainSearch.MAX_VISITED)
                .run();
    }

    /**
     * How the ends are related.
     *
     * @param similarity their similarity, or null if one has no words
     * @param linked whether a query for the near duplicates of the first finds the last
     */
    private record Direct(Float similarity, boolean linked) {}

    /**
     * Scores the last document by its similarity to the first. Whether they are near duplicates is a clause of the same
     * search that does not change the score: the first document may have more near duplicates than a search returns, and
     * the last one may not be among them.
     */
    private CompletableFuture<Direct> direct(
            List<String> texts, Document last, DocumentLookup lastLookup) {
        SearchRequest search = lastLookup.search();
        search.source(
                new SearchSourceBuilder()
                        .query(
                                lastLookup.documentQuery()
                                        .must(
                                                NearDuplicateQueryBuilder.ofEveryDocument(
                                                        options.field(), texts, options.verify()))
                                        .should(
                                                QueryBuilders.boolQuery()
                                                        .filter(
                                                                nearDuplicates(texts)
                                                                        .queryName(LINKED))))
                        .fetchSource(false)
                        .size(1)
                        .trackTotalHits(false));
        return searches.run(
                (client, listener) -> client.search(
                        search, listener.map(response -> direct(response, last))));
    }

    private static Direct direct(SearchResponse response, Document last) {
        return Arrays.stream(response.getHits().getHits())
                .filter(hit -> StoredDocument.of(hit).equals(last))
                .map(
                        hit -> new Direct(
                                hit.getScore(),
                                Arrays.asList(hit.getMatchedQueries()).contains(LINKED)))
                .findFirst()
                .orElse(new Direct(null, false));
    }

    /** Returns the query for the near duplicates of texts, those that have them among them. */
    private BoolQueryBuilder nearDuplicates(List<String> texts) {
        BoolQueryBuilder query =
                QueryBuilders.boolQuery()
                        .must(
                                NearDuplicateQueryBuilder.ofTexts(
                                        options.field(),
                                        texts,
                                        options.minSimilarity(),
                                        options.recall(),
                                        options.verify()));
        if (peers != null) {
            query.filter(peers);
        }
        return options.query() == null ? query : query.filter(options.query());
    }

    /**
     * The source of near duplicates for one side of a chain. Reads the text of a document by one search, and finds its
     * near duplicates by another. Each text is searched for once, as the answer would be the same.
     */
    private final class StoredNeighbours {

        /** Digests of the texts that were searched for: texts may be long, and many. */
        private final Set<ByteBuffer> searched = new HashSet<>();

        /** Returns the near duplicates of documents, in the order of these. */
        CompletableFuture<List<Neighbours>> of(List<Document> documents) {
            return Searches.all(documents.stream().map(this::texts).toList())
                    .thenCompose(
                            texts -> Searches.all(texts.stream().map(this::ofTexts).toList()));
        }

        /** Returns the texts of a document, and of no other of its {@code _id}; none if it is gone since it was found. */
        private CompletableFuture<List<String>> texts(Document document) {
            QueryBuilder only = StoredDocument.ofRouting(document.routing());
            QueryBuilder query = options.query() == null
                    ? only
                    : QueryBuilders.boolQuery().filter(only).filter(options.query());
            DocumentLookup lookup = new DocumentLookup(
                    "field", request, DocumentReference.of(document), query, null);
            return searches.run(
                    (client, listener) -> lookup.findTexts(client, options.field(), listener));
        }

        private CompletableFuture<Neighbours> ofTexts(List<String> texts) {
            if (texts.isEmpty() || searched.add(digest(texts)) == false) {
                return CompletableFuture.completedFuture(Neighbours.NONE);
            }
            SearchRequest search = request.search();
            search.source(
                    new SearchSourceBuilder()
                            .query(nearDuplicates(texts))
                            .fetchSource(false)
                            .size(maxHits)
                            .trackTotalHitsUpTo(maxHits + 1));
            return searches.run(
                    (client, listener) -> client.search(
                            search, listener.map(StoredNeighbours::read)));
        }

        private static Neighbours read(SearchResponse response) {
            SearchHit[] hits = response.getHits().getHits();
            return new Neighbours(
                    Arrays.stream(hits)
                            .map(hit -> new Neighbour(StoredDocument.of(hit), hit.getScore()))
                            .toList(),
                    HitCount.of(response.getHits().getTotalHits()) == hits.length);
        }

        /** Each text with its length before it, so that no two lists have the same bytes. */
        private static ByteBuffer digest(List<String> texts) {
            MessageDigest digest = MessageDigests.sha256();
            for (String text : texts) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
                digest.update(bytes);
            }
            return ByteBuffer.wrap(digest.digest());
        }
    }
}
