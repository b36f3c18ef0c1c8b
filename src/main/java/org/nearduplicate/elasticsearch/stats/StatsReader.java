package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.tasks.CancellableTask;
import org.nearduplicate.elasticsearch.field.MinHashFieldType;
import org.nearduplicate.elasticsearch.request.BreakerAccount;
import org.nearduplicate.elasticsearch.request.TaskMonitor;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.shards.Call.Wire;
import org.nearduplicate.elasticsearch.shards.NameReader;
import org.nearduplicate.elasticsearch.shards.ShardTarget;
import org.nearduplicate.elasticsearch.stats.ShardStats.ShardField;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.groups.shard.Participants;
import org.nearduplicate.job.JobMonitor;
import org.nearduplicate.stats.BucketExample;
import org.nearduplicate.stats.FieldFigures;
import org.nearduplicate.stats.FieldFigures.LargeBuckets;

/** Reads the statistics of a shard, of the documents and the fields that the caller may see. Immutable. */
record StatsReader(SearchService searchService, CircuitBreaker breaker) {

    /** Asks a shard for the statistics of its fields. */
    static final Call<ShardTarget, StatsParameters, ShardStats> OF_SHARD = new Call<>(
            TransportStatsAction.NAME + "[shard]", ShardTarget::new,
            Wire.of(StatsParameters::new), Wire.of(ShardStats::new));

    /** Answers a message. */
    ShardStats read(Call.Message<ShardTarget, StatsParameters> message, CancellableTask task)
            throws IOException {
        try (
                SearchContext context = message.subject().open(searchService);
                BreakerAccount account = new BreakerAccount(breaker, "near_duplicate stats")) {
            Map<String, MinHashFieldType> fields = fields(message, context);
            if (fields.isEmpty()) {
                return new ShardStats(Map.of());
            }
            JobMonitor monitor = new TaskMonitor(task, account);
            context.parsedQuery(
                    context.getSearchExecutionContext().toQuery(new MatchAllQueryBuilder()));
            context.preProcess();
            Participants participants =
                    Participants.find(context.searcher(), context.query(), monitor);
            Map<String, ShardField> read = new TreeMap<>();
            for (Map.Entry<String, MinHashFieldType> field : fields.entrySet()) {
                FieldFigures figures = FieldFigures.of(
                        participants, field.getValue().name(),
                        field.getValue().sketcher().scheme(),
                        field.getValue().bandChoice().taken().rows(),
                        message.question().shardSize(), monitor);
                BucketPassages passages = new BucketPassages(
                        participants, field.getValue(), context.getSearchExecutionContext(),
                        monitor);
                read.put(
                        field.getKey(),
                        shown(figures, passages, message.question().size(), context, monitor));
            }
            return new ShardStats(read);
        }
    }

    /**
     * Returns the requested fields, without those that field-level security hides. An alias is one only by its exact
     * name, so that no field is reported twice. A field of nested documents is none, as these have no names.
     */
    private Map<String, MinHashFieldType> fields(
            Call.Message<ShardTarget, StatsParameters> message, SearchContext context) {
        SearchExecutionContext execution = context.getSearchExecutionContext();
        Predicate<String> isShown = searchService.getIndicesService()
                .getFieldFilter()
                .apply(message.subject().shardId().getIndexName())::test;
        List<String> exactNames = message.question().exactNames();
        Map<String, MinHashFieldType> fields = new TreeMap<>();
        for (String pattern : message.question().fields()) {
            for (String name : execution.getMatchingFieldNames(pattern)) {
                if (execution.getFieldType(name) instanceof MinHashFieldType field
                        && (name.equals(field.name()) || exactNames.contains(name))
                        && isShown.test(field.name())
                        && execution.nestedLookup().getNestedParent(field.name()) == null) {
                    fields.put(name, field);
                }
            }
        }
        return fields;
    }

    /** Adds the names of the documents that begin buckets, and the passages of as many families as are reported. */
    private static ShardField shown(
            FieldFigures figures, BucketPassages passages, int size, SearchContext context,
            JobMonitor monitor)
            throws IOException {
        IntFunction<DocumentName> names = NameReader.allNames(
                context, figures.largest().stream().mapToInt(LargeBuckets::first), monitor);
        Set<Integer> families = new HashSet<>();
        List<BucketExample> examples = new ArrayList<>();
        for (LargeBuckets buckets : figures.largest()) {
            boolean mayBeReported = families.size() < size && families.add(buckets.family());
            examples.add(
                    new BucketExample(
                            names.apply(buckets.first()),
                            mayBeReported ? passages.find(buckets) : null));
        }
        return new ShardField(figures, examples);
    }
}
