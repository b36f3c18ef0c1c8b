package org.nearduplicate.elasticsearch.chain;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.chain.ChainSearch.Chain;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.LocalResponse;

/** The answer to a request for a chain. Immutable. */
public final class ChainResponse extends LocalResponse {

    private final Chain chain;
    private final Float directSimilarity;
    private final int maxLength;
    private final long tookMillis;

    /**
     * @param directSimilarity the similarity of the ends, in [0,1], or null if one has no words
     * @param maxLength the most links that the chain may have
     */
    public ChainResponse(Chain chain, Float directSimilarity, int maxLength, long tookMillis) {
        this.chain = chain;
        this.directSimilarity = directSimilarity;
        this.maxLength = maxLength;
        this.tookMillis = tookMillis;
    }

    Chain chain() {
        return chain;
    }

    Float directSimilarity() {
        return directSimilarity;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("took", tookMillis);
        builder.field("found", chain.found());
        builder.field("complete", chain.complete());
        builder.field("direct_similarity", directSimilarity);
        builder.field("max_length", maxLength);
        builder.field("visited", chain.visited());
        if (chain.found()) {
            builder.field("length", chain.length());
            List<DocumentReference> documents =
                    chain.documents().stream().map(DocumentReference::of).toList();
            builder.xContentList("documents", documents);
            array(
                    builder, "links", IntStream.range(0, chain.length()).boxed().toList(),
                    link -> builder.field("a", documents.get(link))
                            .field("b", documents.get(link + 1))
                            .field("similarity", chain.similarities().get(link)));
        }
        return builder.endObject();
    }
}
