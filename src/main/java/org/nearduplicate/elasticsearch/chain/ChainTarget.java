package org.nearduplicate.elasticsearch.chain;

import java.util.List;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.nearduplicate.elasticsearch.query.NearDuplicateQueryBuilder;
import org.nearduplicate.elasticsearch.request.DocumentLookup;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.LocalRequest;
import org.nearduplicate.elasticsearch.request.StoredDocument;
import org.nearduplicate.groups.shard.Document;

/**
 * Where a chain is looked for: makes all searches of a job. They go to what the user named, never to
 * the index that a hit names, so that an alias hides from a chain what it hides from a search, and its
 * rights are enough. Immutable.
 *
 * @param request what was asked for
 * @param maxHits how many hits a search may ask for
 */
record ChainTarget(LocalRequest<ChainOptions> request, int maxHits) {

    String field() {
        return options().field();
    }

    /** Returns an end of the chain. */
    DocumentLookup lookup(String parameter, DocumentReference end) {
        return new DocumentLookup(parameter, request, end, options().query());
    }

    /** Returns a document of the chain, and no other that has its {@code _id} by another routing. */
    DocumentLookup lookup(Document document) {
        QueryBuilder only = StoredDocument.ofRouting(document.routing());
        QueryBuilder query = options().query();
        return new DocumentLookup(
                "field", request, DocumentReference.of(document),
                query == null
                        ? only
                        : QueryBuilders.boolQuery().filter(only).filter(query));
    }

    /** Returns the query for the near duplicates of texts, those that have them among them. */
    BoolQueryBuilder nearDuplicates(List<String> texts) {
        BoolQueryBuilder query =
                QueryBuilders.boolQuery()
                        .must(
                                NearDuplicateQueryBuilder.ofTexts(
                                        field(),
                                        texts,
                                        options().minSimilarity(),
                                        options().recall(),
                                        options().verify()));
        return options().query() == null ? query : query.filter(options().query());
    }

    /** Returns what was asked for beside the indices. */
    ChainOptions options() {
        return request.parameters();
    }
}
