package org.nearduplicate.elasticsearch.version;

import java.io.EOFException;
import java.io.IOException;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.io.stream.NamedWriteableAwareStreamInput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.text.Text;

/**
 * Reads messages that may be broken. A flipped bit makes the number of a term query a text of any length, and
 * Elasticsearch looks for the memory before it looks for the bytes.
 */
public final class MessageInput extends NamedWriteableAwareStreamInput {

    public MessageInput(StreamInput in, NamedWriteableRegistry registry) {
        super(in, registry);
    }

    @Override
    public Text readText() throws IOException {
        int length = readInt();
        if (length < 0 || length > available()) {
            throw new EOFException("a text of [" + length + "] bytes");
        }
        byte[] text = new byte[length];
        readBytes(text, 0, length);
        return new Text(new BytesArray(text));
    }
}
