package org.nearduplicate.elasticsearch.collapse;

import java.io.IOException;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.RequestBody;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.IntParameter;
import org.nearduplicate.sketch.Parameters;

/**
 * The options of the retriever, beside its child.
 *
 * @param field the {@code minhash} field by which hits are compared
 * @param minSimilarity the similarity of near duplicates, or null for that of the field
 * @param verify how they are compared, or null for exactly where that is possible
 * @param peers what near duplicates have in common beside their texts
 * @param minShingles the distinct shingles below which a hit is left alone
 * @param rankWindowSize the hits that are compared, see {@link #RANK_WINDOW_SIZE}
 * @param maxNearDuplicates the near duplicates that are named, see {@link #MAX_NEAR_DUPLICATES}
 */
record CollapseOptions(
        String field,
        Double minSimilarity,
        Verify verify,
        PeerOptions peers,
        int minShingles,
        int rankWindowSize,
        int maxNearDuplicates)
        implements ToXContentFragment {

    static final String FIELD = "field";

    /** The hits that are compared, the first by rank. */
    static final IntParameter RANK_WINDOW_SIZE =
            new IntParameter("rank_window_size", 100, 1, 10_000);

    /** The near duplicates that are named of a hit, the first by rank; they are all counted. */
    static final IntParameter MAX_NEAR_DUPLICATES =
            new IntParameter("max_near_duplicates", 3, 0, 100);

    /** Takes the values of an object that declares all options, which checks them; a field has to be given. */
    CollapseOptions(RequestBody.Values said) {
        this(
                RequestBody.requireGiven(FIELD, said.get(FIELD)),
                said.get(Parameters.MIN_SIMILARITY), said.get(Verify.PARAMETER),
                PeerOptions.of(said), said.orDefault(Parameters.MIN_SHINGLES),
                said.orDefault(RANK_WINDOW_SIZE), said.orDefault(MAX_NEAR_DUPLICATES));
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field(FIELD, field);
        RequestBody.write(builder, Parameters.MIN_SIMILARITY, minSimilarity);
        RequestBody.write(builder, Verify.PARAMETER, verify);
        peers.toXContent(builder, params);
        builder.field(Parameters.MIN_SHINGLES.name(), minShingles);
        builder.field(RANK_WINDOW_SIZE.name(), rankWindowSize);
        return builder.field(MAX_NEAR_DUPLICATES.name(), maxNearDuplicates);
    }
}
