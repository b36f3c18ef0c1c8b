package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.regex.Regex;
import org.nearduplicate.sketch.IntParameter;

/**
 * What a request for statistics says beside the indices.
 *
 * @param size how many of the largest buckets of a field are told, see {@link #SIZE}
 * @param fields names of {@code minhash} fields, and patterns that may match others; at least one
 */
public record StatsParameters(int size, List<String> fields) implements Writeable {

    /** How many of the largest buckets of a field are told at most. */
    public static final IntParameter SIZE = new IntParameter("size", 5, 1, 100);

    /** The name of the list of fields. */
    static final String FIELDS = "fields";

    /** What matches every field. */
    static final List<String> ALL_FIELDS = List.of("*");

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is out of its bounds
     */
    public StatsParameters {
        SIZE.check(size);
        fields = List.copyOf(fields);
        if (fields.isEmpty() || fields.contains("")) {
            throw new IllegalArgumentException(
                    "[" + FIELDS + "] must be names of fields or patterns, got " + fields);
        }
    }

    StatsParameters(StreamInput in) throws IOException {
        this(in.readVInt(), in.readStringCollectionAsList());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(size);
        out.writeStringCollection(fields);
    }

    /**
     * Returns how many buckets a shard finds: more than are asked for, as large buckets of an index may be smaller in
     * one of its shards, and as near duplicates share several.
     */
    int shardSize() {
        return 8 * size + 40;
    }

    /** Returns those of the fields that are names. */
    List<String> exactNames() {
        return fields.stream().filter(name -> Regex.isSimpleMatchPattern(name) == false).toList();
    }

    /** Returns what is asked for, for a reader; the indices follow. */
    String describe() {
        return "statistics of near duplicates by " + fields;
    }
}
