package org.nearduplicate.elasticsearch.version;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.transport.TransportRequest;

/** A message from one node to another. */
public abstract class NodeRequest extends TransportRequest {

    protected NodeRequest() {}

    /** Reads the parent task. */
    protected NodeRequest(StreamInput in) throws IOException {
        super(in);
    }
}
