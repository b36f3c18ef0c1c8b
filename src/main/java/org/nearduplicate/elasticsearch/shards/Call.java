package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.transport.TransportResponse;

/**
 * What one node asks another: the name of the action, and how question and answer are sent.
 *
 * @param <Q> a question, without what every message of its kind has
 * @param <A> an answer
 * @param action the name
 * @param question how the question is sent
 * @param answer how the answer is sent
 */
public record Call<Q, A>(String action, Wire<Q> question, Wire<A> answer) {

    /**
     * How values are sent.
     *
     * @param <T> a value
     * @param reader reads one
     * @param writer writes one
     */
    public record Wire<T>(Writeable.Reader<T> reader, Writeable.Writer<T> writer) {

        /** Returns how values are sent that write themselves. */
        static <T extends Writeable> Wire<T> of(Writeable.Reader<T> reader) {
            return new Wire<>(reader, (out, value) -> value.writeTo(out));
        }
    }

    /** An answer on its way. */
    public static final class Answer<A> extends TransportResponse {

        private final Call<?, A> call;
        private final A value;

        private Answer(Call<?, A> call, A value) {
            this.call = call;
            this.value = value;
        }

        /** Returns what was answered. */
        public A value() {
            return value;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            call.answer.writer.write(out, value);
        }
    }

    /** Returns an answer to be sent. */
    public Answer<A> answer(A value) {
        return new Answer<>(this, value);
    }

    /** Reads an answer. */
    public Answer<A> readAnswer(StreamInput in) throws IOException {
        return answer(answer.reader.read(in));
    }
}
