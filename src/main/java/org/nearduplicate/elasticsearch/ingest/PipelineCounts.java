package org.nearduplicate.elasticsearch.ingest;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * What became of the documents of one pipeline on one node, since it started.
 *
 * @param lookedUp those that were looked up
 * @param found those of them that are near duplicates
 * @param dropped those of these that were dropped
 * @param rerouted those that went to another index
 * @param failed those that could not be looked up
 * @param nanos the time that all of them waited, together
 */
record PipelineCounts(
        long lookedUp, long found, long dropped, long rerouted, long failed, long nanos)
        implements Writeable, ToXContentObject {

    PipelineCounts(StreamInput in) throws IOException {
        this(
                in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong(),
                in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVLong(lookedUp);
        out.writeVLong(found);
        out.writeVLong(dropped);
        out.writeVLong(rerouted);
        out.writeVLong(failed);
        out.writeVLong(nanos);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        return builder.startObject()
                .field("looked_up", lookedUp)
                .field("found", found)
                .field("dropped", dropped)
                .field("rerouted", rerouted)
                .field("failed", failed)
                .humanReadableField("time_in_millis", "time", TimeValue.timeValueNanos(nanos))
                .endObject();
    }
}
