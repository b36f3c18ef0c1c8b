package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** How long numbers from 0 on that ascend are sent: each by how much it is more than the one before. */
final class AscendingLongs {

    private AscendingLongs() {}

    /** Writes numbers. */
    static void write(long[] numbers, StreamOutput out) throws IOException {
        out.writeVInt(numbers.length);
        long before = 0;
        for (long number : numbers) {
            out.writeVLong(number - before);
            before = number;
        }
    }

    /** Reads numbers. */
    static long[] read(StreamInput in) throws IOException {
        long[] numbers = in.readVLongArray();
        for (int i = 1; i < numbers.length; i++) {
            numbers[i] += numbers[i - 1];
        }
        return numbers;
    }
}
