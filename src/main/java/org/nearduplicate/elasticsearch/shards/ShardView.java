package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.query.QueryBuilder;
import org.nearduplicate.elasticsearch.peers.PeerOptions;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.lucene.Verify;

/**
 * What a job wants to see of every shard.
 *
 * @param field a {@code minhash} field
 * @param ignoreUnmapped whether a shard without that field is left out
 * @param verify how pairs will be verified, or null for exactly where that is possible
 * @param ignore the texts whose shingles shards leave out of sets
 * @param query what documents have to match
 * @param keepField the field whose values choose keepers, or null if none does
 * @param highest whether of several values of that field the highest counts, not the lowest
 * @param peers what near duplicates have in common beside their texts
 * @param minShingles the distinct shingles below which a text is left alone
 */
public record ShardView(
        String field,
        boolean ignoreUnmapped,
        Verify verify,
        IgnoredTexts ignore,
        QueryBuilder query,
        String keepField,
        boolean highest,
        PeerOptions peers,
        int minShingles)
        implements Writeable {

    ShardView(StreamInput in) throws IOException {
        this(
                in.readString(),
                in.readBoolean(),
                in.readOptionalEnum(Verify.class),
                new IgnoredTexts(in),
                in.readNamedWriteable(QueryBuilder.class),
                in.readOptionalString(),
                in.readBoolean(),
                new PeerOptions(in),
                in.readVInt());
    }

    /** Returns what is wanted if pairs are verified by their signatures. */
    public ShardView bySignature() {
        return new ShardView(
                field, ignoreUnmapped, Verify.SIGNATURE, IgnoredTexts.NONE, query, keepField,
                highest, peers, minShingles);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(field);
        out.writeBoolean(ignoreUnmapped);
        out.writeOptionalEnum(verify);
        ignore.writeTo(out);
        out.writeNamedWriteable(query);
        out.writeOptionalString(keepField);
        out.writeBoolean(highest);
        peers.writeTo(out);
        out.writeVInt(minShingles);
    }
}
