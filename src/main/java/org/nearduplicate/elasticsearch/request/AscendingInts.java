package org.nearduplicate.elasticsearch.request;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** How numbers that ascend are sent: each by how much it is more than the one before, of many a byte or two. */
public final class AscendingInts {

    private AscendingInts() {}

    /**
     * Writes numbers.
     *
     * @param numbers these; in another order they take more
     */
    public static void write(int[] numbers, StreamOutput out) throws IOException {
        out.writeVInt(numbers.length);
        int before = 0;
        for (int number : numbers) {
            out.writeVInt(number - before);
            before = number;
        }
    }

    /** Reads numbers. */
    public static int[] read(StreamInput in) throws IOException {
        int[] numbers = in.readVIntArray();
        for (int i = 1; i < numbers.length; i++) {
            numbers[i] += numbers[i - 1];
        }
        return numbers;
    }
}
