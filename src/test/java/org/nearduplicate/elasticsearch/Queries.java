package org.nearduplicate.elasticsearch;

import java.util.List;
import org.nearduplicate.lucene.Verify;

/** Queries as tests ask them, on the field {@value #FIELD} if nothing else is said. */
final class Queries {

    /** The field of the indices in these tests, a multi-field of a text. */
    static final String FIELD = "body.near";

    private Queries() {}

    static NearDuplicateQueryBuilder near(String... texts) {
        return near(FIELD, QueryOptions.DEFAULT, texts);
    }

    static NearDuplicateQueryBuilder near(String field, QueryOptions options, String... texts) {
        return new NearDuplicateQueryBuilder(field, new LikeTexts(List.of(texts)), options);
    }

    static NearDuplicateQueryBuilder like(String index, String id) {
        return like(FIELD, QueryOptions.DEFAULT, index, id);
    }

    static NearDuplicateQueryBuilder like(
            String field, QueryOptions options, String index, String id) {
        return new NearDuplicateQueryBuilder(field, new LikeDocument(index, id, null), options);
    }

    /** Returns options that verify by shingle sets. */
    static QueryOptions exact() {
        return new QueryOptions(null, Verify.EXACT, false, null, false);
    }

    /** Returns options by which a stored document finds itself. */
    static QueryOptions includeSelf() {
        return new QueryOptions(null, Verify.SIGNATURE, true, null, false);
    }

    /** Returns options for indices of which some lack the field. */
    static QueryOptions ignoreUnmapped() {
        return new QueryOptions(null, Verify.SIGNATURE, false, null, true);
    }

    /** Returns options that skip buckets of more documents. */
    static QueryOptions maxBucketSize(int documents) {
        return new QueryOptions(null, Verify.SIGNATURE, false, documents, false);
    }
}
