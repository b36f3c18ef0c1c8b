package org.nearduplicate.elasticsearch.chain;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.nearduplicate.chain.Chain;
import org.nearduplicate.chain.ChainSearch;
import org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder;
import org.nearduplicate.elasticsearch.request.DocumentLookup;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.groups.shard.Document;

/**
 * Finds the ends of a chain, their direct similarity, and the chain. Runs once.
 *
 * @param target where it is looked for
 * @param searches run its searches
 */
record ChainJob(ChainTarget target, Searches searches) {

    /** Names the query that tells whether the ends are near duplicates of each other. */
    private static final String LINKED = "linked";

    /**
     * What was found.
     *
     * @param chain the chain
     * @param directSimilarity the similarity of its ends, or null if one has no words
     */
    record Result(Chain chain, Float directSimilarity) {}

    /** Runs the job. */
    CompletableFuture<Result> run() {
        DocumentLookup start = target.lookup(ChainOptions.START, target.options().start());
        DocumentLookup end = target.lookup(ChainOptions.END, target.options().end());
        return find(start)
                .thenCombine(find(end), List::of)
                .thenCompose(ends -> chain(ends.getFirst(), ends.getLast(), end));
    }

    private CompletableFuture<StoredDocument> find(DocumentLookup lookup) {
        return searches.run(
                (client, listener) -> StoredDocument.find(
                        client, lookup, target.field(), listener));
    }

    private CompletableFuture<Result> chain(
            StoredDocument start, StoredDocument end, DocumentLookup endLookup) {
        Document first = start.document();
        Document last = end.document();
        if (first.equals(last)) {
            throw ChainOptions.sameEnds(target.options().start());
        }
        return direct(start.texts(), last, endLookup)
                .thenCompose(
                        direct -> search(first, last, direct)
                                .thenApply(chain -> new Result(chain, direct.similarity)));
    }

    private CompletableFuture<Chain> search(Document first, Document last, Direct direct) {
        if (direct.linked) {
            return CompletableFuture.completedFuture(
                    new Chain(List.of(first, last), List.of(direct.similarity), true, 2));
        }
        return new ChainSearch(
                first,
                new StoredNeighbours(target, searches)::neighbours,
                last,
                new StoredNeighbours(target, searches)::neighbours,
                target.options().maxLength(),
                ChainSearch.MAX_VISITED)
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
     * Scores the last document by its similarity to the first. Near duplicates are asked for in the same
     * search, as a clause that does not change the score: the first may have more of them than can be
     * asked for, and two near duplicates must not be said to have no chain.
     */
    private CompletableFuture<Direct> direct(
            List<String> texts, Document last, DocumentLookup lastLookup) {
        SearchRequest request = lastLookup.search();
        request.source(
                new SearchSourceBuilder()
                        .query(
                                lastLookup.documentQuery()
                                        .must(
                                                NearDuplicateQueryBuilder.ofEveryDocument(
                                                        target.field(), texts,
                                                        target.options().verify()))
                                        .should(
                                                QueryBuilders.boolQuery()
                                                        .filter(
                                                                target.nearDuplicates(texts)
                                                                        .queryName(LINKED))))
                        .fetchSource(false)
                        .size(1)
                        .trackTotalHits(false));
        return searches.run(
                (client, listener) -> client.search(
                        request, listener.map(response -> direct(response, last))));
    }

    private static Direct direct(SearchResponse response, Document last) {
        return Arrays.stream(response.getHits().getHits())
                .filter(hit -> StoredDocument.of(hit).equals(last))
                .map(ChainJob::direct)
                .findFirst()
                .orElse(new Direct(null, false));
    }

    private static Direct direct(SearchHit hit) {
        return new Direct(
                hit.getScore(), Arrays.asList(hit.getMatchedQueries()).contains(LINKED));
    }
}
