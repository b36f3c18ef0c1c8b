package org.nearduplicate.elasticsearch.request;

import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;

/** The answer to a {@link LocalRequest}; it never leaves its node but as JSON, or as a page. */
public abstract class LocalResponse extends ActionResponse implements ToXContentObject {

    @Override
    public final void writeTo(StreamOutput out) {
        TransportAction.localOnly();
    }
}
