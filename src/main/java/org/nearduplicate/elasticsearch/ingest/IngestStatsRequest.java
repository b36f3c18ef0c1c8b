package org.nearduplicate.elasticsearch.ingest;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.elasticsearch.version.NodeRequest;
import org.nearduplicate.elasticsearch.version.NodesRequest;

/** Asks all nodes what they do with documents that come in. */
public final class IngestStatsRequest extends NodesRequest<IngestStatsRequest> {

    /** The same for one node. */
    static final class OfNode extends NodeRequest {

        OfNode() {}

        OfNode(StreamInput in) throws IOException {
            super(in);
            WireVersion.check(in);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            WireVersion.write(out);
        }
    }
}
