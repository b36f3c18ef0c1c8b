package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.groups.GroupsCounts;

/**
 * How the counts of a job are written: in an answer, and in the status of a destination.
 *
 * <p>Pairs are pairs of documents, except where the name says that they are pairs of texts: a
 * thousand copies of a text are one text, whose pairs are decided without a comparison.
 */
final class CountsXContent {

    private CountsXContent() {}

    /** Writes the counts, as an object. */
    static XContentBuilder counts(XContentBuilder builder, GroupsCounts counts)
            throws IOException {
        builder.startObject();

        builder.startObject("documents");
        builder.field("total", counts.documents());
        builder.field("without_signature", counts.withoutSignature());
        builder.field("with_candidates", counts.documentsInBuckets());
        builder.field("distinct_texts", counts.contents());
        builder.field("in_groups", counts.documentsInGroups());
        builder.field("redundant", counts.redundantDocuments());
        builder.endObject();

        builder.field("band_terms", counts.bandTerms());

        builder.startObject("buckets");
        builder.field("total", counts.buckets());
        builder.field("largest", counts.largestBucket());
        builder.field("limited", counts.limitedBuckets());
        builder.field("documents_in_limited", counts.documentsInLimitedBuckets());
        builder.field("text_pairs_left_out", counts.pairsLeftOut());
        builder.endObject();

        builder.startObject("pairs");
        builder.field("text_pairs_compared", counts.comparisons());
        builder.field("candidates", counts.candidatePairs());
        builder.field("verified", counts.verifiedPairs());
        builder.endObject();

        builder.field("groups", counts.groups());

        builder.startObject("parts");
        builder.field("total", counts.parts());
        builder.field("largest", counts.largestPart());
        builder.endObject();
        return builder.endObject();
    }
}
