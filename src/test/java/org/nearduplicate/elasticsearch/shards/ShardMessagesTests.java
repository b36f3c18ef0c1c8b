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
import org.nearduplicate.groups.BandBlock;
import org.nearduplicate.groups.WalkOptions;
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

    public void testSession() throws IOException {
        SessionMessage sent = new SessionMessage(
                RandomMessages.indices(), RandomMessages.session());
        assertThat(copy(sent, SessionMessage::new).session(), equalTo(sent.session()));
    }

    public void testWalk() throws IOException {
        WalkMessage sent = new WalkMessage(
                RandomMessages.indices(),
                RandomMessages.session(),
                RandomMessages.position(),
                new WalkOptions(
                        between(1, 2), between(1, 1 << 30), between(1, 1 << 30),
                        RandomMessages.number()));
        WalkMessage read = copy(sent, WalkMessage::new);
        assertThat(read.session(), equalTo(sent.session()));
        assertThat(read.start(), equalTo(sent.start()));
        assertThat(read.options(), equalTo(sent.options()));
    }

    public void testWalked() throws IOException {
        BandBlock sent = new BandBlock(
                RandomMessages.number(),
                RandomMessages.position(),
                randomByteArrayOfLength(randomFrom(0, between(1, 100))));
        BandBlock read = copyWriteable(
                new WalkMessage.Response(sent), REGISTRY, WalkMessage.Response::new)
                .block();
        assertThat(read.leftOut(), equalTo(sent.leftOut()));
        assertThat(read.next(), equalTo(sent.next()));
        assertThat(read.bytes(), equalTo(sent.bytes()));
    }

    public void testDocuments() throws IOException {
        DocumentsMessage sent = new DocumentsMessage(
                RandomMessages.indices(), RandomMessages.session(), RandomMessages.documents());
        DocumentsMessage read = copy(sent, DocumentsMessage::new);
        assertThat(read.session(), equalTo(sent.session()));
        assertThat(read.documents(), equalTo(sent.documents()));
    }

    public void testBytes() throws IOException {
        byte[] sent = randomByteArrayOfLength(randomFrom(0, between(1, 1000)));
        assertThat(
                copyWriteable(
                        new DocumentsMessage.BytesResponse(sent),
                        REGISTRY,
                        DocumentsMessage.BytesResponse::new)
                        .bytes(),
                equalTo(sent));
    }

    public void testNames() throws IOException {
        NamesResponse sent = new NamesResponse(randomList(0, 50, RandomMessages::name));
        assertThat(
                copyWriteable(sent, REGISTRY, NamesResponse::new).names(),
                equalTo(sent.names()));
    }

    public void testEveryMessageCanBeCancelled() {
        SessionMessage message = new SessionMessage(
                RandomMessages.indices(), RandomMessages.session());
        assertThat(
                message.createTask(1, "transport", "action", new TaskId("job", 2), Map.of()),
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
