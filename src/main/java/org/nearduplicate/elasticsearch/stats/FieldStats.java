package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.stats.ShardStats.ShardField;
import org.nearduplicate.sketch.JobMonitor;
import org.nearduplicate.stats.FieldFigures;
import org.nearduplicate.stats.IndexBuckets;
import org.nearduplicate.stats.NamedBucket;
import org.nearduplicate.stats.TermFigures;

/**
 * A field of an index, as it is told.
 *
 * @param shards its figures in each shard
 * @param largest the largest of its buckets
 * @param errorUpperBound how many documents these may have more, see {@link IndexBuckets#errorUpperBound()}
 */
record FieldStats(List<FieldFigures> shards, List<NamedBucket> largest, long errorUpperBound)
        implements ToXContentObject {

    /**
     * Merges what shards tell of the field.
     *
     * @param size how many of the largest buckets are told
     * @param monitor is asked for the memory of all that shards tell of
     */
    static FieldStats of(List<ShardField> shards, int size, JobMonitor monitor) {
        IndexBuckets buckets = new IndexBuckets(monitor);
        for (ShardField shard : shards) {
            buckets.add(
                    shard.figures().largest(), shard.examples(), shard.figures().mostElsewhere());
        }
        return new FieldStats(
                shards.stream().map(ShardField::figures).toList(), buckets.largest(size),
                buckets.errorUpperBound());
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field(
                "documents",
                sum(shard -> shard.documents().documents()
                        - shard.documents().withoutSignature()));
        builder.field(
                "documents_without_signature",
                sum(shard -> shard.documents().withoutSignature()));
        builder.field(
                "documents_of_one_shingle", sum(shard -> shard.documents().ofOneShingle()));
        terms(builder, "band_terms", FieldFigures::bandTerms);
        terms(builder, "prints", FieldFigures::prints);
        builder.startObject("signatures");
        size(builder, "size", FieldFigures::signatureBytes);
        builder.endObject();
        builder.startObject("shingle_sets");
        size(builder, "size", FieldFigures::setBytes);
        builder.endObject();
        builder.startArray("largest_buckets");
        for (NamedBucket bucket : largest) {
            bucket(builder, bucket);
        }
        builder.endArray();
        builder.field("documents_error_upper_bound", errorUpperBound);
        return builder.endObject();
    }

    private void terms(
            XContentBuilder builder, String name, Function<FieldFigures, TermFigures> terms)
            throws IOException {
        builder.startObject(name);
        builder.field("count", sum(shard -> terms.apply(shard).terms()));
        builder.field("postings", sum(shard -> terms.apply(shard).postings()));
        size(builder, "estimated_size", shard -> terms.apply(shard).bytes());
        builder.endObject();
    }

    private static void bucket(XContentBuilder builder, NamedBucket bucket) throws IOException {
        builder.startObject();
        builder.field("documents", bucket.documents());
        builder.field("band", bucket.band());
        builder.field("bands", bucket.bands());
        builder.field("_id", bucket.example().id());
        if (bucket.example().routing() != null) {
            builder.field("_routing", bucket.example().routing());
        }
        builder.endObject();
    }

    /** Sizes are written for people too if the request is {@code human}. */
    private void size(XContentBuilder builder, String name, ToLongFunction<FieldFigures> bytes)
            throws IOException {
        builder.humanReadableField(
                name + "_in_bytes", name, ByteSizeValue.ofBytes(sum(bytes)));
    }

    private long sum(ToLongFunction<FieldFigures> figure) {
        return shards.stream().mapToLong(figure).sum();
    }
}
