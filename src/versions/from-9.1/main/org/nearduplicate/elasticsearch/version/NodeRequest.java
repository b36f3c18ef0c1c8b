package org.nearduplicate.elasticsearch.version;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.transport.AbstractTransportRequest;

/** A message from one node to another. */
public abstract class NodeRequest extends AbstractTransportRequest {

    /** Creates a message. */
    protected NodeRequest() {}

    /**
     * Reads a message.
     *
     * @param in at its parent task
     * @throws IOException if it is broken
     */
    protected NodeRequest(StreamInput in) throws IOException {
        super(in);
    }
}
