package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionListenerResponseHandler;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.ChannelActionListener;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.TriConsumer;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportResponse;
import org.elasticsearch.transport.TransportService;
import org.nearduplicate.elasticsearch.request.WireVersion;

/**
 * A call from one node to another: the name of the action, and how message and answer are sent.
 *
 * @param <S> the subject of the question
 * @param <Q> a question
 * @param <A> an answer
 * @param action the name
 * @param subject reads the subject
 * @param question how the question is sent
 * @param answer how the answer is sent
 */
public record Call<S extends Call.Subject, Q, A>(
        String action, Writeable.Reader<S> subject, Wire<Q> question, Wire<A> answer) {

    /**
     * How values are sent.
     *
     * @param <T> a value
     * @param reader reads one
     * @param writer writes one
     */
    public record Wire<T>(Writeable.Reader<T> reader, Writeable.Writer<T> writer) {

        static final Wire<Void> NOTHING = new Wire<>(in -> null, (out, nothing) -> {});

        /** Returns how values are sent that write themselves. */
        public static <T extends Writeable> Wire<T> of(Writeable.Reader<T> reader) {
            return new Wire<>(reader, (out, value) -> value.writeTo(out));
        }

        /** Returns how lists of values are sent. */
        public Wire<List<T>> list() {
            return new Wire<>(
                    in -> in.readCollectionAsList(reader),
                    (out, values) -> out.writeCollection(values, writer));
        }

        /** Reads a value. */
        public T read(StreamInput in) throws IOException {
            return reader.read(in);
        }

        /** Writes a value. */
        public void write(StreamOutput out, T value) throws IOException {
            writer.write(out, value);
        }
    }

    /** The subject of a question: a shard, an open session, or a work unit. */
    public interface Subject extends Writeable {

        /** Returns how the user named the indices. */
        OriginalIndices indices();
    }

    /**
     * A message of a job to another node, a task of which can be cancelled. It begins with the version of what nodes send,
     * before anything that may be read otherwise by another version. It names indices as the user did, by an alias or a data
     * stream too, so that it is authorized as the user's request is.
     *
     * @param <S> the subject of the question
     * @param <Q> the question
     */
    public static final class Message<S extends Subject, Q> extends ActionRequest
            implements IndicesRequest {

        private final Call<S, Q, ?> call;
        private final S subject;
        private final Q question;

        Message(Call<S, Q, ?> call, S subject, Q question) {
            this.call = call;
            this.subject = subject;
            this.question = question;
        }

        Message(Call<S, Q, ?> call, StreamInput in) throws IOException {
            super(in);
            WireVersion.check(in);
            this.call = call;
            this.subject = call.subject().read(in);
            this.question = call.question.read(in);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            WireVersion.write(out);
            subject.writeTo(out);
            call.question.write(out, question);
        }

        @Override
        public ActionRequestValidationException validate() {
            return null;
        }

        /** Returns the subject. */
        public S subject() {
            return subject;
        }

        /** Returns the question. */
        public Q question() {
            return question;
        }

        @Override
        public String[] indices() {
            return subject.indices().indices();
        }

        @Override
        public IndicesOptions indicesOptions() {
            return subject.indices().indicesOptions();
        }

        @Override
        public Task createTask(
                long id, String type, String action, TaskId parent, Map<String, String> headers) {
            return new CancellableTask(id, type, action, "", parent, headers);
        }
    }

    /** An answer on its way. */
    public static final class Answer<A> extends TransportResponse {

        private final Call<?, ?, A> call;
        private final A value;

        private Answer(Call<?, ?, A> call, A value) {
            this.call = call;
            this.value = value;
        }

        /** Returns the answer itself. */
        public A value() {
            return value;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            call.answer.write(out, value);
        }
    }

    /** Returns a message to be sent. */
    public Message<S, Q> message(S subject, Q question) {
        return new Message<>(this, subject, question);
    }

    /** Reads a message. */
    public Message<S, Q> readMessage(StreamInput in) throws IOException {
        return new Message<>(this, in);
    }

    /** Returns an answer to be sent. */
    public Answer<A> answer(A value) {
        return new Answer<>(this, value);
    }

    /** Reads an answer. */
    public Answer<A> readAnswer(StreamInput in) throws IOException {
        return answer(answer.read(in));
    }

    /**
     * Asks a node. The answer, which may be large, is not read on a thread of the network.
     *
     * @param parent the task whose child the message is
     */
    public void send(
            TransportService transport, DiscoveryNode node, Task parent, S subject, Q question,
            ActionListener<A> listener) {
        transport.sendChildRequest(
                node, action, message(subject, question), parent, TransportRequestOptions.EMPTY,
                new ActionListenerResponseHandler<>(
                        listener.<Answer<A>>map(Answer::value), this::readAnswer,
                        transport.getThreadPool().generic()));
    }

    /**
     * Registers what answers messages.
     *
     * @param threads where it begins
     * @param answering receives a message, its task and the listener for the answer
     */
    public void register(
            TransportService transport, Executor threads,
            TriConsumer<Message<S, Q>, CancellableTask, ActionListener<A>> answering) {
        transport.registerRequestHandler(
                action, threads, this::readMessage,
                (message, channel, task) -> answering.apply(
                        message, (CancellableTask) task,
                        new ChannelActionListener<Answer<A>>(channel).map(this::answer)));
    }
}
