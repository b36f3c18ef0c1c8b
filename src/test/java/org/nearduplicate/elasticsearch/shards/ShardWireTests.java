package org.nearduplicate.elasticsearch.shards;

import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.util.Arrays;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.transport.EmptyRequest;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.groups.BandBlock;
import org.nearduplicate.groups.WalkOptions;

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
        versioned(
                SessionMessage.class,
                () -> new SessionMessage(RandomMessages.indices(), RandomMessages.session()),
                SessionMessage::new);
        versioned(WalkMessage.class, ShardWireTests::walk, WalkMessage::new);
        message(
                WalkMessage.Response.class,
                () -> new WalkMessage.Response(
                        new BandBlock(
                                RandomMessages.number(),
                                RandomMessages.position(),
                                randomByteArrayOfLength(between(0, 99)))),
                WalkMessage.Response::new);
        versioned(
                DocumentsMessage.class,
                () -> new DocumentsMessage(
                        RandomMessages.indices(), RandomMessages.session(),
                        RandomMessages.documents()),
                DocumentsMessage::new);
        message(
                DocumentsMessage.BytesResponse.class,
                () -> new DocumentsMessage.BytesResponse(randomByteArrayOfLength(between(0, 99))),
                DocumentsMessage.BytesResponse::new);
        message(
                SessionResponse.class,
                () -> new SessionResponse(RandomMessages.session()),
                SessionResponse::new);
        message(
                NamesResponse.class,
                () -> new NamesResponse(randomList(0, 20, RandomMessages::name)),
                NamesResponse::new);
    }

    /** Whatever another version means by what follows, even by the names of the indices. */
    public void testTheVersionIsReadFirst() throws IOException {
        SessionMessage message =
                new SessionMessage(RandomMessages.indices(), RandomMessages.session());
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
                () -> new SessionMessage(new BytesArray(sent).streamInput()));
        assertThat(refusal.getMessage(), startsWith("all nodes need the same version"));
    }

    private static WalkMessage walk() {
        return new WalkMessage(
                RandomMessages.indices(),
                RandomMessages.session(),
                RandomMessages.position(),
                new WalkOptions(
                        between(1, 2), between(1, 1 << 30), between(1, 1 << 30),
                        RandomMessages.number()));
    }
}
