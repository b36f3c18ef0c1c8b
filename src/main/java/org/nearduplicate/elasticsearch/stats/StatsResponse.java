package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.rest.action.RestActions;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.elasticsearch.ingest.TransportIngestStatsAction;
import org.nearduplicate.elasticsearch.request.LocalResponse;
import org.nearduplicate.elasticsearch.shards.ShardFailures;
import org.nearduplicate.elasticsearch.shards.ShardQuestions.ShardAnswer;
import org.nearduplicate.elasticsearch.stats.ShardStats.ShardField;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.passages.SharedPassage;
import org.nearduplicate.stats.FieldFigures;
import org.nearduplicate.stats.FieldFigures.TermFigures;
import org.nearduplicate.stats.IndexBuckets;
import org.nearduplicate.stats.IndexBuckets.NamedBucket;

/** The answer to a request for statistics. Immutable. */
public final class StatsResponse extends LocalResponse {

    private final long tookMillis;
    private final int shards;
    private final List<DefaultShardOperationFailedException> failures;
    private final Map<String, Map<String, FieldStats>> indices;

    /** Null if the request names indices. */
    private final TransportIngestStatsAction.Response nodes;

    /**
     * The statistics of a field of an index.
     *
     * @param shards its figures in each shard
     * @param largest the largest of its buckets
     * @param errorUpperBound how many more documents these may have, see {@link IndexBuckets#errorUpperBound()}
     */
    private record FieldStats(List<FieldFigures> shards, List<NamedBucket> largest,
            long errorUpperBound)
            implements ToXContentObject {

        /**
         * Merges the figures of shards.
         *
         * @param size how many of the largest buckets are reported
         * @param monitor is charged for the buckets of all shards
         */
        static FieldStats of(List<ShardField> shards, int size, JobMonitor monitor) {
            IndexBuckets buckets = new IndexBuckets(monitor);
            for (ShardField shard : shards) {
                buckets.add(
                        shard.figures().largest(), shard.examples(),
                        shard.figures().mostElsewhere());
            }
            return new FieldStats(
                    shards.stream().map(ShardField::figures).toList(), buckets.largest(size),
                    buckets.errorUpperBound());
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params)
                throws IOException {
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
            terms(builder, "sampled_shingles", FieldFigures::sampled);
            builder.startObject("signatures");
            size(builder, "size", FieldFigures::signatureBytes);
            builder.endObject();
            builder.startObject("shingle_sets");
            size(builder, "size", FieldFigures::setBytes);
            builder.endObject();
            array(builder, "largest_buckets", largest, bucket -> bucket(builder, bucket));
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
            builder.field("documents", bucket.documents());
            builder.field("band", bucket.band());
            builder.field("bands", bucket.bands());
            DocumentName document = bucket.example().document();
            builder.field("_id", document.id());
            if (document.routing() != null) {
                builder.field("_routing", document.routing());
            }
            SharedPassage passage = bucket.example().passage();
            if (passage != null) {
                builder.startObject("shared_passage");
                builder.field("text", passage.text());
                builder.field("cut", passage.isCut());
                builder.endObject();
            }
        }

        /** Writes a size, also with its unit if the request is {@code human}. */
        private void size(XContentBuilder builder, String name, ToLongFunction<FieldFigures> bytes)
                throws IOException {
            builder.humanReadableField(
                    name + "_in_bytes", name, ByteSizeValue.ofBytes(sum(bytes)));
        }

        private long sum(ToLongFunction<FieldFigures> figure) {
            return shards.stream().mapToLong(figure).sum();
        }
    }

    private StatsResponse(
            long tookMillis,
            int shards,
            List<DefaultShardOperationFailedException> failures,
            Map<String, Map<String, FieldStats>> indices,
            TransportIngestStatsAction.Response nodes) {
        this.tookMillis = tookMillis;
        this.shards = shards;
        this.failures = failures;
        this.indices = indices;
        this.nodes = nodes;
    }

    /**
     * Merges the answers of shards.
     *
     * @param monitor is charged for memory, and may stop the merge
     * @throws RuntimeException if the request is wrong for a shard, or no shard could be read
     * @throws IllegalArgumentException if a name in the request is no {@code minhash} field
     */
    static StatsResponse of(
            StatsParameters parameters, List<ShardAnswer<ShardStats>> answers, JobMonitor monitor,
            long tookMillis) {
        ShardFailures failures = new ShardFailures();
        Map<String, Map<String, List<ShardField>>> byIndex = new TreeMap<>();
        for (ShardAnswer<ShardStats> answer : answers) {
            if (answer.failure() == null) {
                answer.answer().fields().forEach(
                        (name, field) -> byIndex
                                .computeIfAbsent(
                                        answer.shardId().getIndexName(), none -> new TreeMap<>())
                                .computeIfAbsent(name, none -> new ArrayList<>())
                                .add(field));
            } else {
                failures.add(answer.shardId(), answer.failure());
            }
        }
        failures.requireFewerThan(answers.size());
        // A field may be only in shards that failed.
        if (failures.list().isEmpty()) {
            parameters.exactNames().forEach(name -> requireField(name, byIndex.values()));
        }
        Map<String, Map<String, FieldStats>> indices = new TreeMap<>();
        byIndex.forEach((index, fields) -> {
            Map<String, FieldStats> merged = new TreeMap<>();
            fields.forEach(
                    (field, shards) -> merged.put(
                            field, FieldStats.of(shards, parameters.size(), monitor)));
            indices.put(index, merged);
        });
        return new StatsResponse(tookMillis, answers.size(), failures.list(), indices, null);
    }

    private static void requireField(
            String name, Collection<Map<String, List<ShardField>>> indices) {
        if (indices.stream().noneMatch(fields -> fields.containsKey(name))) {
            throw new IllegalArgumentException(
                    "[" + StatsParameters.FIELDS
                            + "] must be fields of type [minhash], outside of nested documents,"
                            + " or patterns; no index has such a field [" + name + "]");
        }
    }

    /** Returns the response with the answers of nodes. */
    StatsResponse with(TransportIngestStatsAction.Response ofNodes) {
        return new StatsResponse(tookMillis, shards, failures, indices, ofNodes);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("took", tookMillis);
        RestActions.buildBroadcastShardsHeader(
                builder, params, shards, shards - failures.size(), -1, failures.size(),
                failures.toArray(DefaultShardOperationFailedException[]::new));
        if (nodes != null) {
            RestActions.buildNodesHeader(builder, params, nodes);
            nodes.toXContent(builder, params);
        }
        builder.startObject("indices");
        for (Map.Entry<String, Map<String, FieldStats>> index : indices.entrySet()) {
            builder.startObject(index.getKey());
            builder.field("fields", index.getValue());
            builder.endObject();
        }
        builder.endObject();
        return builder.endObject();
    }
}
