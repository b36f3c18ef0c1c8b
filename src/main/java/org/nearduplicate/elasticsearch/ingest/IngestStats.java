package org.nearduplicate.elasticsearch.ingest;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.nearduplicate.recent.RecentDocuments;

/**
 * What a node does with documents that come in.
 *
 * @param pipelines what became of the documents of each pipeline
 * @param inFlight the documents that wait now, or are looked up
 * @param recent the documents that are kept until a search sees them
 */
record IngestStats(
        Map<String, PipelineCounts> pipelines, int inFlight, RecentDocuments.Size recent)
        implements Writeable, ToXContentObject {

    /** Copies the pipelines, in the order of their names. */
    IngestStats {
        pipelines = Collections.unmodifiableMap(new TreeMap<>(pipelines));
    }

    IngestStats(StreamInput in) throws IOException {
        this(
                in.readMap(PipelineCounts::new),
                in.readVInt(),
                new RecentDocuments.Size(in.readVInt(), in.readVLong(), in.readVLong()));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeMap(pipelines, StreamOutput::writeWriteable);
        out.writeVInt(inFlight);
        out.writeVInt(recent.count());
        out.writeVLong(recent.bytes());
        out.writeVLong(recent.evictedUnseen());
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
        builder.startObject("recent");
        builder.field("documents", recent.count());
        builder.humanReadableField(
                "size_in_bytes", "size", ByteSizeValue.ofBytes(recent.bytes()));
        builder.field("evicted_unseen", recent.evictedUnseen());
        builder.endObject();
        return builder.endObject();
    }
}
