package org.nearduplicate.elasticsearch.stats;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.transport.TransportResponse;

/** The answer of a shard: its fields by their names. */
final class ShardStats extends TransportResponse {

    private final Map<String, ShardField> fields;

    ShardStats(Map<String, ShardField> fields) {
        this.fields = Collections.unmodifiableMap(new TreeMap<>(fields));
    }

    ShardStats(StreamInput in) throws IOException {
        this(in.readMap(ShardField::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeMap(fields, StreamOutput::writeWriteable);
    }

    /** Returns about how much of the heap this takes. */
    long ramBytesUsed() {
        return fields.values().stream().mapToLong(ShardField::ramBytesUsed).sum();
    }

    Map<String, ShardField> fields() {
        return fields;
    }
}
