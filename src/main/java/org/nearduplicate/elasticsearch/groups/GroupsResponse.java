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
import org.nearduplicate.elasticsearch.request.LocalResponse;
import org.nearduplicate.groups.part.Group;
import org.nearduplicate.groups.part.Pair;
import org.nearduplicate.groups.request.GroupsCounts;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.ChoiceParameter;

/** The answer to a request for groups. */
final class GroupsResponse extends LocalResponse {

    private final ChunkedToXContentObject chunks;

    /**
     * @param failures why shards were not read, one for each
     * @param minSimilarity the similarity that pairs reach, or null if no shard says which
     * @param verify how pairs were verified
     * @param found the probability that a pair of that similarity is found, or null if no shard has the
     *     field
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
            GroupsXContent.counts(builder, counts);
            fields.writeLeftOut(builder);
            return builder;
        };
        this.chunks = params -> Iterators.concat(
                Iterators.single(start),
                chunks(
                        "groups", groups,
                        (builder, group) -> GroupsXContent.group(builder, group, fields)),
                pairs == null
                        ? Collections.emptyIterator()
                        : chunks("pairs", pairs, GroupsXContent::pair),
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
}
