package org.nearduplicate.elasticsearch.ingest;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.sketch.ChoiceParameter;

/** What became of the documents of one pipeline on one node, since it started. Safe for use by several threads. */
final class PipelineCounts implements Writeable, ToXContentObject {

    private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);

    /** What is counted, in the order in which it is sent and shown. */
    enum Count {
        /** Documents that were looked up. */
        LOOKED_UP,
        /** Those of them that were left alone as their texts are too short. */
        TOO_SHORT,
        /** Those of them that are near duplicates. */
        FOUND,
        /** Those of these that were dropped. */
        DROPPED,
        /** Those of these that went to another index. */
        REROUTED,
        /** Documents that could not be looked up. */
        FAILED,
        /** The time that all of them waited, together. */
        NANOS
    }

    PipelineCounts() {
        for (Count count : Count.values()) {
            counts.put(count, new LongAdder());
        }
    }

    PipelineCounts(StreamInput in) throws IOException {
        this();
        for (Count count : Count.values()) {
            add(count, in.readVLong());
        }
    }

    void add(Count count, long more) {
        counts.get(count).add(more);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        for (LongAdder count : counts.values()) {
            out.writeVLong(count.sum());
        }
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        for (Map.Entry<Count, LongAdder> count : counts.entrySet()) {
            long sum = count.getValue().sum();
            if (count.getKey() == Count.NANOS) {
                builder.humanReadableField(
                        "time_in_millis", "time", TimeValue.timeValueNanos(sum));
            } else {
                builder.field(ChoiceParameter.nameOf(count.getKey()), sum);
            }
        }
        return builder.endObject();
    }
}
