package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** The answer to a {@link LocalRequest}; it never leaves its node but as JSON, or as a page. */
public abstract class LocalResponse extends ActionResponse implements ToXContentObject {

    /**
     * Writes an array of objects.
     *
     * @param parts what there is an object of
     * @param fields writes those of one part
     * @throws IOException if it cannot be written
     */
    public static <T> void array(
            XContentBuilder builder, String name, List<T> parts,
            CheckedConsumer<T, IOException> fields)
            throws IOException {
        builder.startArray(name);
        for (T part : parts) {
            builder.startObject();
            fields.accept(part);
            builder.endObject();
        }
        builder.endArray();
    }

    @Override
    public final void writeTo(StreamOutput out) {
        TransportAction.localOnly();
    }
}
