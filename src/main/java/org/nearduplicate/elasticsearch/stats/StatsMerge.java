package org.nearduplicate.elasticsearch.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.nearduplicate.elasticsearch.shards.ShardAnswer;
import org.nearduplicate.elasticsearch.shards.ShardFailures;
import org.nearduplicate.sketch.JobMonitor;

/** Makes an answer of those of the shards. Belongs to one thread. */
final class StatsMerge {

    private final StatsParameters parameters;
    private final JobMonitor monitor;
    private final ShardFailures failures = new ShardFailures();
    private final Map<String, Map<String, List<ShardField>>> told = new TreeMap<>();

    /**
     * @param monitor is asked for memory, and may stop the merge
     */
    StatsMerge(StatsParameters parameters, JobMonitor monitor) {
        this.parameters = parameters;
        this.monitor = monitor;
    }

    /**
     * Merges.
     *
     * @throws RuntimeException if the request is wrong for a shard, or no shard at all could be read
     * @throws IllegalArgumentException if a field that is asked for by its name is none
     */
    StatsResponse merge(List<ShardAnswer<ShardStats>> answers, long tookMillis) {
        for (ShardAnswer<ShardStats> answer : answers) {
            if (answer.failure() == null) {
                add(answer.shardId().getIndexName(), answer.answer());
            } else {
                failures.add(answer.shardId(), answer.failure());
            }
        }
        failures.requireFewerThan(answers.size());
        requireFields();
        Map<String, Map<String, FieldStats>> indices = new TreeMap<>();
        told.forEach((index, fields) -> {
            Map<String, FieldStats> merged = new TreeMap<>();
            fields.forEach(
                    (field, shards) -> merged.put(
                            field, FieldStats.of(shards, parameters.size(), monitor)));
            indices.put(index, merged);
        });
        return new StatsResponse(tookMillis, answers.size(), failures.list(), indices);
    }

    private void add(String index, ShardStats shard) {
        shard.fields().forEach(
                (name, field) -> told.computeIfAbsent(index, none -> new TreeMap<>())
                        .computeIfAbsent(name, none -> new ArrayList<>())
                        .add(field));
    }

    /** A field that only a shard has that failed is not missing. */
    private void requireFields() {
        for (String name : parameters.exactNames()) {
            if (failures.list().isEmpty()
                    && told.values().stream().noneMatch(fields -> fields.containsKey(name))) {
                throw new IllegalArgumentException(
                        "[" + StatsParameters.FIELDS
                                + "] must be fields of type [minhash], outside of nested documents,"
                                + " or patterns; no index has such a field [" + name + "]");
            }
        }
    }
}
