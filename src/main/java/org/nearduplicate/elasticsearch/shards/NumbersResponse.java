package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.BitUtil;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.transport.TransportResponse;

/** Numbers of documents or of operations, in the order in which they were asked for; few bytes where they ascend. */
final class NumbersResponse extends TransportResponse {

    private final long[] numbers;

    NumbersResponse(long[] numbers) {
        this.numbers = numbers;
    }

    NumbersResponse(int[] numbers) {
        this(Arrays.stream(numbers).asLongStream().toArray());
    }

    NumbersResponse(StreamInput in) throws IOException {
        this.numbers = in.readVLongArray();
        long before = 0;
        for (int i = 0; i < numbers.length; i++) {
            before += BitUtil.zigZagDecode(numbers[i]);
            numbers[i] = before;
        }
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(numbers.length);
        long before = 0;
        for (long number : numbers) {
            out.writeVLong(BitUtil.zigZagEncode(number - before));
            before = number;
        }
    }

    long[] longs() {
        return numbers;
    }

    int[] ints() {
        return Arrays.stream(numbers).mapToInt(Math::toIntExact).toArray();
    }
}
