package org.nearduplicate.elasticsearch.query;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.peers.PeerOptions.Within;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.sketch.Parameters;
import org.nearduplicate.sketch.sets.ShareOf;

/**
 * The options of a {@code near_duplicate} query, beside its field and its text.
 *
 * @param minSimilarity the similarity that hits reach, or null for that of the field
 * @param recall the least probability with which documents of that similarity are candidates, or null for that of the field
 * @param verify how candidates are verified, or null for exactly where that is possible; exactly if something is ignored
 * @param shareOf what a similarity is a share of
 * @param within how far from the text hits are in time, or null if that does not matter
 * @param includeSelf whether a stored document finds itself
 * @param maxBucketSize the documents up to which a bucket is read, or null for the index's setting
 * @param ignoreUnmapped whether an index without the field has no hits instead of an error
 * @param ignore the texts whose shingles do not count
 */
record QueryOptions(
        Double minSimilarity,
        Double recall,
        Verify verify,
        ShareOf shareOf,
        Within within,
        boolean includeSelf,
        Integer maxBucketSize,
        boolean ignoreUnmapped,
        IgnoredTexts ignore)
        implements Writeable, ToXContentFragment {

    static final IntParameter MAX_BUCKET_SIZE =
            new IntParameter("max_bucket_size", Integer.MAX_VALUE, 1, Integer.MAX_VALUE);
    static final String INCLUDE_SELF = "include_self";
    static final String IGNORE_UNMAPPED = "ignore_unmapped";

    QueryOptions {
        Objects.requireNonNull(shareOf);
        if (minSimilarity != null) {
            Parameters.MIN_SIMILARITY.check(minSimilarity);
        }
        if (recall != null) {
            Parameters.RECALL.check(recall);
        }
        if (maxBucketSize != null) {
            MAX_BUCKET_SIZE.check(maxBucketSize);
        }
        verify = ignore.verify(verify);
        if (ignore.isEmpty() == false && shareOf != ShareOf.UNION) {
            throw new IllegalArgumentException(
                    "[" + IgnoredTexts.NAME + "] needs [" + ShareOf.PARAMETER.name()
                            + "] [union], got [" + ChoiceParameter.nameOf(shareOf) + "]");
        }
    }

    /** Options of which only these are given, each of which may be null; all others have their defaults. */
    QueryOptions(Double minSimilarity, Double recall, Verify verify) {
        this(
                minSimilarity, recall, verify, ShareOf.PARAMETER.defaultValue(), null, false, null,
                false, IgnoredTexts.NONE);
    }

    /** Takes the values of an object that declares all options. */
    QueryOptions(RequestBody.Values said) {
        this(
                said.get(Parameters.MIN_SIMILARITY),
                said.get(Parameters.RECALL),
                said.get(Verify.PARAMETER),
                said.orDefault(ShareOf.PARAMETER),
                said.get(PeerOptions.WITHIN),
                said.get(INCLUDE_SELF, false),
                said.get(MAX_BUCKET_SIZE),
                said.get(IGNORE_UNMAPPED, false),
                said.get(IgnoredTexts.NAME, IgnoredTexts.NONE));
    }

    QueryOptions(StreamInput in) throws IOException {
        this(
                in.readOptionalDouble(),
                in.readOptionalDouble(),
                in.readOptionalEnum(Verify.class),
                in.readEnum(ShareOf.class),
                in.readOptionalWriteable(Within::new),
                in.readBoolean(),
                in.readOptionalVInt(),
                in.readBoolean(),
                new IgnoredTexts(in));
    }

    /** Returns the same options for documents of all times. */
    QueryOptions withoutWithin() {
        return new QueryOptions(
                minSimilarity, recall, verify, shareOf, null, includeSelf, maxBucketSize,
                ignoreUnmapped, ignore);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalDouble(minSimilarity);
        out.writeOptionalDouble(recall);
        out.writeOptionalEnum(verify);
        out.writeEnum(shareOf);
        out.writeOptionalWriteable(within);
        out.writeBoolean(includeSelf);
        out.writeOptionalVInt(maxBucketSize);
        out.writeBoolean(ignoreUnmapped);
        ignore.writeTo(out);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        RequestBody.write(builder, Parameters.MIN_SIMILARITY, minSimilarity);
        RequestBody.write(builder, Parameters.RECALL, recall);
        RequestBody.write(builder, Verify.PARAMETER, verify);
        RequestBody.write(builder, ShareOf.PARAMETER, shareOf);
        if (within != null) {
            PeerOptions.of(within).toXContent(builder, params);
        }
        builder.field(INCLUDE_SELF, includeSelf);
        RequestBody.write(builder, MAX_BUCKET_SIZE, maxBucketSize);
        builder.field(IGNORE_UNMAPPED, ignoreUnmapped);
        return ignore.toXContent(builder, params);
    }
}
