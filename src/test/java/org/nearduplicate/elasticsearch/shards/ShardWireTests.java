package org.nearduplicate.elasticsearch.shards;

import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Supplier;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.transport.EmptyRequest;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;

/** The messages of a job to its shards, and their answers, as they travel. */
public class ShardWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(
                OpenMessage.class,
                () -> new OpenMessage(
                        RandomMessages.target(), RandomMessages.view()),
                OpenMessage::new);
        message(
                OpenMessage.Response.class,
                () -> rarely()
                        ? OpenMessage.Response.LEFT_OUT
                        : new OpenMessage.Response(
                                RandomMessages.session(), RandomMessages.description()),
                OpenMessage.Response::new);
        message(ShardView.class, RandomMessages::view, ShardView::new);
        message(ShardHandle.class, RandomMessages::handle, ShardHandle::new);
        message(ShardHandles.class, RandomMessages::handles, ShardHandles::new);
        message(ShardDescription.class, RandomMessages::description, ShardDescription::new);
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

    private static byte[] bytes() {
        return randomByteArrayOfLength(between(0, 99));
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
