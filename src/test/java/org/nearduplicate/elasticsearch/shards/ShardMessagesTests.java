package org.nearduplicate.elasticsearch.shards;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.nearduplicate.groups.shard.BandBlock;
import org.nearduplicate.groups.shard.DocumentName;
import org.nearduplicate.lucene.Verify;

/** Messages and their answers arrive as they were sent. */
public class ShardMessagesTests extends ESTestCase {

    private static final NamedWriteableRegistry REGISTRY =
            new NamedWriteableRegistry(
                    new SearchModule(Settings.EMPTY, List.of()).getNamedWriteables());

    public void testOpen() throws IOException {
        OpenMessage sent = new OpenMessage(
                RandomMessages.target(),
                RandomMessages.view());
        OpenMessage read = copy(sent, OpenMessage::new);
        assertThat(read.target().shardId(), equalTo(sent.target().shardId()));
        assertThat(read.target().aliasFilter(), equalTo(sent.target().aliasFilter()));
        assertThat(read.target().nowInMillis(), equalTo(sent.target().nowInMillis()));
        assertThat(read.view(), equalTo(sent.view()));
    }

    public void testOpened() throws IOException {
        OpenMessage.Response sent = new OpenMessage.Response(
                RandomMessages.session(), RandomMessages.description());
        OpenMessage.Response read = copyWriteable(sent, REGISTRY, OpenMessage.Response::new);
        assertFalse(read.isLeftOut());
        assertThat(read.session(), equalTo(sent.session()));
        assertThat(read.description(), equalTo(sent.description()));
    }

    public void testLeftOut() throws IOException {
        assertTrue(
                copyWriteable(
                        OpenMessage.Response.LEFT_OUT, REGISTRY, OpenMessage.Response::new)
                        .isLeftOut());
    }

    public void testWalk() throws IOException {
        arrived(SessionCalls.WALK, RandomMessages.walk());
    }

    public void testWalked() throws IOException {
        BandBlock sent = RandomMessages.block();
        BandBlock read = answered(SessionCalls.WALK, sent);
        assertThat(read.leftOut(), equalTo(sent.leftOut()));
        assertThat(read.next(), equalTo(sent.next()));
        assertThat(read.bytes(), equalTo(sent.bytes()));
    }

    public void testDocuments() throws IOException {
        arrived(SessionCalls.SIGNATURES, RandomMessages.documents());
    }

    public void testBytes() throws IOException {
        byte[] sent = randomByteArrayOfLength(randomFrom(0, between(1, 1000)));
        assertThat(answered(SessionCalls.SHINGLE_SETS, sent), equalTo(sent));
    }

    public void testNames() throws IOException {
        List<DocumentName> sent = randomList(0, 50, RandomMessages::name);
        assertThat(answered(SessionCalls.NAMES, sent), equalTo(sent));
    }

    private static <Q> Q arrived(Call<Q, ?> call, Q question) throws IOException {
        SessionMessage<Q> sent = RandomMessages.message(call, question);
        SessionMessage<Q> read = copy(sent, in -> new SessionMessage<>(call, in));
        assertThat(read.session(), equalTo(sent.session()));
        assertThat(read.question(), equalTo(question));
        return read.question();
    }

    private static <A> A answered(Call<?, A> call, A answer) throws IOException {
        return copyWriteable(call.answer(answer), REGISTRY, call::readAnswer).value();
    }

    public void testEveryMessageCanBeCancelled() {
        assertThat(
                RandomMessages.message(SessionCalls.CLOSE, null)
                        .createTask(1, "transport", "action", new TaskId("job", 2), Map.of()),
                instanceOf(CancellableTask.class));
    }

    public void testViewIsComplete() {
        ShardView view = RandomMessages.view();
        expectThrows(
                NullPointerException.class,
                () -> new ShardView(null, true, view.verify(), view.query(), null, false));
        expectThrows(
                NullPointerException.class,
                () -> new ShardView("f", true, view.verify(), null, null, false));
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

    /** The job and the names of the indices are a part of every message. */
    private static <M extends ShardMessage> M copy(M sent, Writeable.Reader<M> reader)
            throws IOException {
        sent.setParentTask(new TaskId(randomIdentifier(), randomNonNegativeLong()));
        M read = copyWriteable(sent, REGISTRY, reader);
        assertThat(read.getParentTask(), equalTo(sent.getParentTask()));
        assertThat(read.indices(), equalTo(sent.indices()));
        assertThat(read.indicesOptions(), equalTo(sent.indicesOptions()));
        return read;
    }
}
