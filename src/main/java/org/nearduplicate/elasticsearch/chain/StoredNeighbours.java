package org.nearduplicate.elasticsearch.chain;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.nearduplicate.chain.Neighbours;
import org.nearduplicate.chain.Neighbours.Neighbour;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.groups.shard.Document;
import org.nearduplicate.lucene.version.HitCount;

/**
 * Gives the near duplicates of stored documents to one side of a chain: reads the text of a document by
 * one search, and what is near to it by another. Texts that were asked for before are not asked for
 * again, as the answer would be the same. Belongs to one job, which asks one question after the other.
 */
final class StoredNeighbours {

    private final ChainTarget target;
    private final Searches searches;

    /** Digests of the texts that were asked for: texts may be long, and many. */
    private final Set<ByteBuffer> asked = new HashSet<>();

    StoredNeighbours(ChainTarget target, Searches searches) {
        this.target = target;
        this.searches = searches;
    }

    /** Returns the near duplicates of documents, in the order of these. */
    CompletableFuture<List<Neighbours>> neighbours(List<Document> documents) {
        return Searches.all(documents.stream().map(this::texts).toList())
                .thenCompose(
                        texts -> Searches.all(
                                texts.stream().map(this::neighboursOfTexts).toList()));
    }

    /** Returns the texts of a document, none if it is gone since it was found. */
    private CompletableFuture<List<String>> texts(Document document) {
        return searches.run(
                (client, listener) -> StoredDocument.findTexts(
                        client, target.lookup(document), target.field(), listener));
    }

    private CompletableFuture<Neighbours> neighboursOfTexts(List<String> texts) {
        if (texts.isEmpty() || asked.add(digest(texts)) == false) {
            return CompletableFuture.completedFuture(Neighbours.NONE);
        }
        int size = target.maxHits();
        SearchRequest request = target.request().search();
        request.source(
                new SearchSourceBuilder()
                        .query(target.nearDuplicates(texts))
                        .fetchSource(false)
                        .size(size)
                        .trackTotalHitsUpTo(size + 1));
        return searches.run(
                (client, listener) -> client.search(
                        request, listener.map(StoredNeighbours::read)));
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
