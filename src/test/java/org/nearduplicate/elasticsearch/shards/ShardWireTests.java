package org.nearduplicate.elasticsearch.shards;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.EmptyRequest;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.request.IgnoredTexts;
import org.nearduplicate.elasticsearch.shards.ShardHandle.ShardDescription;
import org.nearduplicate.lucene.Verify;

/** The messages of a job to its shards, and their answers, as they travel. */
public class ShardWireTests extends WireTestCase {

    @Before
    public void messages() {
        message(SessionCalls.Session.class, RandomMessages::inSession, SessionCalls.Session::new);
        message(ShardTarget.class, RandomMessages::target, ShardTarget::new);
        message(ShardView.class, RandomMessages::view, ShardView::new);
        message(ShardHandle.class, RandomMessages::handle, ShardHandle::new);
        message(ShardDescription.class, RandomMessages::description, ShardDescription::new);
        call(SessionCalls.OPEN, RandomMessages::target, RandomMessages::view,
                () -> rarely() ? null : RandomMessages.handle());
        call(SessionCalls.SCAN, RandomMessages::inSession, RandomMessages::scan,
                RandomMessages::block);
        call(SessionCalls.SIGNATURES, RandomMessages::inSession, RandomMessages::documents,
                ShardWireTests::bytes);
        call(SessionCalls.SHINGLE_SETS, RandomMessages::inSession, RandomMessages::documents,
                ShardWireTests::bytes);
        call(
                SessionCalls.NAMES, RandomMessages::inSession, RandomMessages::documents,
                () -> randomList(0, 20, RandomMessages::name));
        call(SessionCalls.ONLY, RandomMessages::inSession, RandomMessages::documents,
                RandomMessages::session);
        call(SessionCalls.KEEP_ALIVE, RandomMessages::inSession, () -> null, () -> null);
        call(SessionCalls.CLOSE, RandomMessages::inSession, () -> null, () -> null);
    }

    private static byte[] bytes() {
        return randomByteArrayOfLength(between(0, 99));
    }

    /** The names of the indices are what a message is authorized by, and its job is what cancels it. */
    public void testIndicesAndJob() throws IOException {
        Call.Message<SessionCalls.Session, int[]> sent = SessionCalls.SIGNATURES.message(
                RandomMessages.inSession(), RandomMessages.documents());
        sent.setParentTask(new TaskId(randomIdentifier(), randomNonNegativeLong()));
        Call.Message<SessionCalls.Session, int[]> read = copyWriteable(
                sent, writableRegistry(), SessionCalls.SIGNATURES::readMessage);
        assertThat(read.indices(), equalTo(sent.indices()));
        assertThat(read.indicesOptions(), equalTo(sent.indicesOptions()));
        assertThat(read.subject(), equalTo(sent.subject()));
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
                                IgnoredTexts.NONE,
                                view.query(), view.keepField(), view.highest(), view.peers(),
                                view.minShingles())));
    }

    /** Whatever another version means by what follows, even by the names of the indices. */
    public void testTheVersionIsReadFirst() throws IOException {
        Call.Message<SessionCalls.Session, Void> message =
                SessionCalls.CLOSE.message(RandomMessages.inSession(), null);
        BytesStreamOutput out = new BytesStreamOutput();
        new EmptyRequest().writeTo(out);
        int version = (int) out.position();
        out.reset();
        message.writeTo(out);
        byte[] sent = BytesReference.toBytes(out.bytes());
        sent[version]++;
        Arrays.fill(sent, version + 1, sent.length, (byte) -1);
        ElasticsearchStatusException refusal = expectThrows(
                ElasticsearchStatusException.class,
                () -> SessionCalls.CLOSE.readMessage(new BytesArray(sent).streamInput()));
        assertThat(refusal.status(), equalTo(RestStatus.SERVICE_UNAVAILABLE));
        assertThat(
                refusal.getMessage(),
                equalTo(
                        "all nodes need the same version of the plugin [near-duplicate]: a node sent wire version ["
                                + sent[version] + "], this one has [" + (sent[version] - 1) + "]"));
    }
}
