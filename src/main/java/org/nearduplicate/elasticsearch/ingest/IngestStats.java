package org.nearduplicate.elasticsearch.ingest;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * What a node does with documents that come in.
 *
 * @param pipelines what became of the documents of each pipeline
 * @param inFlight the documents that wait now, or are looked up
 */
record IngestStats(
        Map<String, PipelineCounts> pipelines, int inFlight)
        implements Writeable, ToXContentObject {

    /** Copies the pipelines, in the order of their names. */
    IngestStats {
        pipelines = Collections.unmodifiableMap(new TreeMap<>(pipelines));
    }

    IngestStats(StreamInput in) throws IOException {
        this(
                in.readMap(PipelineCounts::new),
                in.readVInt());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeMap(pipelines, StreamOutput::writeWriteable);
        out.writeVInt(inFlight);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.startObject("pipelines");
        for (Map.Entry<String, PipelineCounts> pipeline : pipelines.entrySet()) {
            builder.field(pipeline.getKey(), pipeline.getValue());
        }
        builder.endObject();
        builder.field("in_flight", inFlight);
        return builder.endObject();
    }
}
