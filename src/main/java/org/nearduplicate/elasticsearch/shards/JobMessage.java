package org.nearduplicate.elasticsearch.shards;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.nearduplicate.elasticsearch.request.WireVersion;
import org.nearduplicate.elasticsearch.version.NodeRequest;

/**
 * A message of a job to another node, a task of which can be cancelled. It begins with the version of what nodes send,
 * before anything that may be read otherwise by another version. It names indices as the user did, by an alias or a data
 * stream too, so that it is authorized as the user's request is.
 *
 * @param <S> the subject of the question
 * @param <Q> the question
 */
public class JobMessage<S extends JobMessage.Subject, Q> extends NodeRequest
        implements IndicesRequest {

    /** The subject of a question: a shard, an open session, or a work unit. */
    public interface Subject extends Writeable {

        /** Returns how the user named the indices. */
        OriginalIndices indices();
    }

    private final Call<S, Q, ?> call;
    private final S subject;
    private final Q question;

    JobMessage(Call<S, Q, ?> call, S subject, Q question) {
        this.call = call;
        this.subject = subject;
        this.question = question;
    }

    JobMessage(Call<S, Q, ?> call, StreamInput in) throws IOException {
        super(in);
        WireVersion.check(in);
        this.call = call;
        this.subject = call.subject().read(in);
        this.question = call.question().reader().read(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        WireVersion.write(out);
        subject.writeTo(out);
        call.question().writer().write(out, question);
    }

    /** Returns the subject. */
    public final S subject() {
        return subject;
    }

    /** Returns the question. */
    public final Q question() {
        return question;
    }

    @Override
    public final String[] indices() {
        return subject.indices().indices();
    }

    @Override
    public final IndicesOptions indicesOptions() {
        return subject.indices().indicesOptions();
    }

    @Override
    public final Task createTask(
            long id, String type, String action, TaskId parent, Map<String, String> headers) {
        return new CancellableTask(id, type, action, "", parent, headers);
    }
}
