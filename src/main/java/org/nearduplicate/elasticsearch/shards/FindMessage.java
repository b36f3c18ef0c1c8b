package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** Asks for documents by the operations that wrote them. */
final class FindMessage extends SessionMessage {

    private final long[] sequenceNumbers;

    /**
     * @param sequenceNumbers the numbers of the operations, ascending
     */
    FindMessage(OriginalIndices indices, String session, long[] sequenceNumbers) {
        super(indices, session);
        this.sequenceNumbers = sequenceNumbers;
    }

    FindMessage(StreamInput in) throws IOException {
        super(in);
        this.sequenceNumbers = AscendingLongs.read(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        AscendingLongs.write(sequenceNumbers, out);
    }

    long[] sequenceNumbers() {
        return sequenceNumbers;
    }
}
