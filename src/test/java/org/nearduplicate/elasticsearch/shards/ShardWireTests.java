package org.nearduplicate.elasticsearch.shards;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.EmptyRequest;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.lucene.Verify;

/** The messages of a job to its shards, and their answers, as they travel. */
public class ShardWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(
                OpenMessage.class,
                () -> new OpenMessage(
                        RandomMessages.target(), RandomMessages.view()),
                OpenMessage::new);
        message(SessionCalls.Opened.class, ShardWireTests::opened, SessionCalls.Opened::new);
        message(SessionCalls.Walk.class, RandomMessages::walk, SessionCalls.Walk::new);
        message(ShardTarget.class, RandomMessages::target, ShardTarget::new);
        message(ShardView.class, RandomMessages::view, ShardView::new);
        message(ShardHandles.Handle.class, RandomMessages::handle, ShardHandles.Handle::new);
        message(ShardHandles.class, RandomMessages::handles, ShardHandles::new);
        message(ShardDescription.class, RandomMessages::description, ShardDescription::new);
        call(
                SessionCalls.OPEN,
                () -> new OpenMessage(RandomMessages.target(), RandomMessages.view()),
                OpenMessage::new, ShardWireTests::opened);
        call(SessionCalls.WALK, RandomMessages::walk, RandomMessages::block);
        call(SessionCalls.SIGNATURES, RandomMessages::documents, ShardWireTests::bytes);
        call(SessionCalls.SHINGLE_SETS, RandomMessages::documents, ShardWireTests::bytes);
        call(
                SessionCalls.NAMES, RandomMessages::documents,
                () -> randomList(0, 20, RandomMessages::name));
        call(SessionCalls.ONLY, RandomMessages::documents, RandomMessages::session);
        call(SessionCalls.KEEP_ALIVE, () -> null, () -> null);
        call(SessionCalls.CLOSE, () -> null, () -> null);
    }

    private <Q, A> void call(Call<Q, A> call, Supplier<Q> question, Supplier<A> answer) {
        call(
                call, () -> RandomMessages.message(call, question.get()),
                in -> new SessionMessage<>(call, in), answer);
    }

    private static SessionCalls.Opened opened() {
        return rarely()
                ? new SessionCalls.Opened(null, null)
                : new SessionCalls.Opened(RandomMessages.session(), RandomMessages.description());
    }

    private static byte[] bytes() {
        return randomByteArrayOfLength(between(0, 99));
    }

    /** The names of the indices are what a message is authorized by, and its job is what cancels it. */
    public void testIndicesAndJob() throws IOException {
        Call<int[], byte[]> call = SessionCalls.SIGNATURES;
        SessionMessage<int[]> sent = RandomMessages.message(call, RandomMessages.documents());
        sent.setParentTask(new TaskId(randomIdentifier(), randomNonNegativeLong()));
        SessionMessage<int[]> read = copyWriteable(
                sent, writableRegistry(), in -> new SessionMessage<>(call, in));
        assertThat(read.indices(), equalTo(sent.indices()));
        assertThat(read.indicesOptions(), equalTo(sent.indicesOptions()));
        assertThat(read.session(), equalTo(sent.session()));
        assertThat(read.question(), equalTo(sent.question()));
        assertThat(read.getParentTask(), equalTo(sent.getParentTask()));
        assertThat(
                read.createTask(1, "transport", "action", sent.getParentTask(), Map.of()),
                instanceOf(CancellableTask.class));
    }

    public void testBySignatureIsTheSameButForThat() {
        ShardView view = RandomMessages.view();
        assertThat(
                view.bySignature(),
                equalTo(
                        new ShardView(
                                view.field(), view.ignoreUnmapped(), Verify.SIGNATURE,
                                view.query(), view.keepField(), view.highest())));
    }

    /** Whatever another version means by what follows, even by the names of the indices. */
    public void testTheVersionIsReadFirst() throws IOException {
        SessionMessage<Void> message = RandomMessages.message(SessionCalls.CLOSE, null);
        BytesStreamOutput out = new BytesStreamOutput();
        new EmptyRequest().writeTo(out);
        int version = (int) out.position();
        out.reset();
        message.writeTo(out);
        byte[] sent = BytesReference.toBytes(out.bytes());
        sent[version]++;
        Arrays.fill(sent, version + 1, sent.length, (byte) -1);
        Exception refusal = expectThrows(
                ElasticsearchStatusException.class,
                () -> new SessionMessage<>(
                        SessionCalls.CLOSE, new BytesArray(sent).streamInput()));
        assertThat(refusal.getMessage(), startsWith("all nodes need the same version"));
    }
}
