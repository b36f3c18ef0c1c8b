package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.common.CheckedBiConsumer;
import org.elasticsearch.common.collect.Iterators;
import org.elasticsearch.common.xcontent.ChunkedToXContentObject;
import org.elasticsearch.rest.action.RestActions;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.request.DocumentReference;
import org.nearduplicate.elasticsearch.request.LocalResponse;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.groups.request.GroupsCounts.Count;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;

/** The answer to a request for groups; its groups, pairs and counts are written the same into a destination. */
final class GroupsResponse extends LocalResponse {

    static final String SIZE = "size";
    static final String TEXTS = "texts";
    static final String KEEPER = "keeper";
    static final String MEMBERS = "members";
    static final String SIMILARITY = "similarity";
    static final String SMALLEST_SIMILARITY = "smallest_similarity";
    static final String SMALLEST_SIMILARITY_OF = "smallest_similarity_of";
    static final String A = "a";
    static final String B = "b";

    private final ChunkedToXContentObject chunks;

    /**
     * @param failures why shards were not read, one for each
     * @param minSimilarity the similarity that pairs reach, or null if no shard says which
     * @param verify how pairs were verified
     * @param found the probability that a pair of that similarity is found, or null if no shard has the field
     * @param fields of the documents of groups
     * @param pairs the pairs, or null if they were not requested
     * @param written where all groups were written to, or null if nowhere
     */
    GroupsResponse(
            long tookMillis,
            int shards,
            List<DefaultShardOperationFailedException> failures,
            Double minSimilarity,
            Verify verify,
            Double found,
            GroupsCounts counts,
            List<Group> groups,
            ListedFields fields,
            List<Pair> pairs,
            RunIndex written) {
        ToXContent start = (builder, params) -> {
            builder.startObject();
            builder.field("took", tookMillis);
            RestActions.buildBroadcastShardsHeader(
                    builder, params, shards, shards - failures.size(), -1, failures.size(),
                    failures.toArray(DefaultShardOperationFailedException[]::new));
            builder.field("min_similarity", minSimilarity);
            builder.field(Verify.PARAMETER.name(), ChoiceParameter.nameOf(verify));
            builder.field("probability_found", found);
            if (written != null) {
                written.toXContent(builder);
            }
            builder.field("counts");
            counts(builder, counts);
            fields.writeLeftOut(builder);
            return builder;
        };
        this.chunks = params -> Iterators.concat(
                Iterators.single(start),
                chunks(
                        "groups", groups,
                        (builder, group) -> group(builder, group, fields)),
                pairs == null
                        ? Collections.emptyIterator()
                        : chunks("pairs", pairs, GroupsResponse::pair),
                Iterators.single((builder, same) -> builder.endObject()));
    }

    private static <T> Iterator<ToXContent> chunks(
            String name, List<T> parts,
            CheckedBiConsumer<XContentBuilder, T, IOException> fields) {
        return Iterators.concat(
                Iterators.single((builder, params) -> builder.startArray(name)),
                Iterators.map(parts.iterator(), part -> (builder, params) -> {
                    builder.startObject();
                    fields.accept(builder, part);
                    return builder.endObject();
                }),
                Iterators.single((builder, params) -> builder.endArray()));
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        return ChunkedToXContentObject.wrapAsToXContentObject(chunks).toXContent(builder, params);
    }

    /** Returns the same group by group and pair by pair, so that a large answer is not written before it is sent. */
    ChunkedToXContentObject chunks() {
        return chunks;
    }

    /** Writes a group with the members it lists, and fields of these, into an object. */
    static void group(XContentBuilder builder, Group group, ListedFields fields)
            throws IOException {
        builder.field(SIZE, group.size());
        builder.field(TEXTS, group.signatures());
        builder.startObject(KEEPER);
        DocumentReference.of(group.keeper()).writeNames(builder);
        fields.write(builder, group.keeper());
        builder.endObject();
        array(builder, MEMBERS, group.members(), member -> {
            DocumentReference.of(member.document()).writeNames(builder);
            builder.field(SIMILARITY, member.similarity());
            fields.write(builder, member.document());
        });
        builder.field(SMALLEST_SIMILARITY, group.smallestSimilarity());
        builder.field(
                SMALLEST_SIMILARITY_OF,
                group.ofAllPairs() ? "all_pairs" : "verified_and_keeper_pairs");
    }

    /** Writes a pair into an object. */
    static void pair(XContentBuilder builder, Pair pair) throws IOException {
        builder.field(A, DocumentReference.of(pair.a()));
        builder.field(B, DocumentReference.of(pair.b()));
        builder.field(SIMILARITY, pair.similarity());
    }

    /**
     * Writes the counts of a job, as an object. Pairs are pairs of documents, except where the name says that they are
     * pairs of texts: a thousand copies of a text are one text, whose pairs are decided without a comparison.
     */
    static XContentBuilder counts(XContentBuilder builder, GroupsCounts counts)
            throws IOException {
        builder.startObject();

        builder.startObject("documents");
        builder.field("total", counts.get(Count.DOCUMENTS));
        builder.field("without_signature", counts.get(Count.WITHOUT_SIGNATURE));
        builder.field("of_one_shingle", counts.get(Count.OF_ONE_SHINGLE));
        builder.field("without_values", counts.get(Count.WITHOUT_VALUES));
        builder.field("too_short", counts.get(Count.TOO_SHORT));
        builder.field("with_candidates", counts.get(Count.DOCUMENTS_IN_BUCKETS));
        builder.field("distinct_texts", counts.get(Count.SIGNATURES));
        builder.field("in_groups", counts.get(Count.DOCUMENTS_IN_GROUPS));
        // All but the keeper of each group.
        builder.field(
                "redundant",
                counts.get(Count.DOCUMENTS_IN_GROUPS) - counts.get(Count.GROUPS));
        builder.endObject();

        builder.field("band_terms", counts.get(Count.BAND_TERMS));

        builder.startObject("buckets");
        builder.field("total", counts.get(Count.BUCKETS));
        builder.field("largest", counts.get(Count.LARGEST_BUCKET));
        builder.field("limited", counts.get(Count.LIMITED_BUCKETS));
        builder.field("documents_in_limited", counts.get(Count.DOCUMENTS_IN_LIMITED_BUCKETS));
        builder.field("text_pairs_left_out", counts.get(Count.PAIRS_LEFT_OUT));
        builder.endObject();

        builder.startObject("pairs");
        builder.field("text_pairs_compared", counts.get(Count.COMPARISONS));
        builder.field("candidates", counts.get(Count.CANDIDATE_PAIRS));
        builder.field("verified", counts.get(Count.VERIFIED_PAIRS));
        builder.endObject();

        builder.field("groups", counts.get(Count.GROUPS));

        builder.startObject("parts");
        builder.field("total", counts.get(Count.PARTS));
        builder.field("largest", counts.get(Count.LARGEST_PART));
        builder.endObject();
        return builder.endObject();
    }
}
