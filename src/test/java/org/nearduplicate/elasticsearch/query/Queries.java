package org.nearduplicate.elasticsearch.query;

import java.util.List;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.sets.ShareOf;

/** Queries as tests ask them, on the field {@value #FIELD} if nothing else is said. */
public final class Queries {

    /** The field of the indices in these tests, a multi-field of a text. */
    public static final String FIELD = "body.near";

    /** What holds where a query says nothing. */
    static final QueryOptions DEFAULT = new QueryOptions(null, null, null);

    private Queries() {}

    public static NearDuplicateQueryBuilder near(String... texts) {
        return near(FIELD, DEFAULT, texts);
    }

    public static NearDuplicateQueryBuilder near(String field, QueryOptions options,
            String... texts) {
        return new NearDuplicateQueryBuilder(field, new Like.Texts(List.of(texts)), options);
    }

    /** Returns a query that leaves out indices without the field. */
    public static NearDuplicateQueryBuilder nearWhereMapped(
            Double minSimilarity, Double recall, Verify verify, List<String> texts) {
        return near(
                FIELD,
                new QueryOptions(minSimilarity, recall, verify, ShareOf.UNION, null, false, null,
                        true, IgnoredTexts.NONE),
                texts.toArray(String[]::new));
    }

    public static NearDuplicateQueryBuilder like(String index, String id) {
        return like(FIELD, DEFAULT, index, id);
    }

    public static NearDuplicateQueryBuilder like(
            String field, QueryOptions options, String index, String id) {
        return new NearDuplicateQueryBuilder(field,
                new Like.Document(new DocumentReference(index, id, null)), options);
    }

    /** Returns options that verify by shingle sets. */
    public static QueryOptions exact() {
        return new QueryOptions(null, null, Verify.EXACT);
    }

    /** Returns options by which a stored document finds itself. */
    public static QueryOptions includeSelf() {
        return new QueryOptions(null, null, null, ShareOf.UNION, null, true, null, false,
                IgnoredTexts.NONE);
    }

    /** Returns options for indices of which some lack the field. */
    public static QueryOptions ignoreUnmapped() {
        return new QueryOptions(null, null, null, ShareOf.UNION, null, false, null, true,
                IgnoredTexts.NONE);
    }

    /** Returns options that skip buckets of more documents. */
    public static QueryOptions maxBucketSize(int documents) {
        return new QueryOptions(null, null, null, ShareOf.UNION, null, false, documents, false,
                IgnoredTexts.NONE);
    }
}
