package org.nearduplicate.elasticsearch.shards;

import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
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
                        RandomMessages.indices(),
                        new ShardId(randomIdentifier(), randomAlphaOfLength(5), between(0, 9)),
                        randomBoolean()
                                ? AliasFilter.EMPTY
                                : AliasFilter.of(RandomMessages.query(), "one", "two"),
                        RandomMessages.number(),
                        RandomMessages.view()),
                OpenMessage::new);
        message(
                OpenMessage.Response.class,
                () -> rarely()
                        ? OpenMessage.Response.LEFT_OUT
                        : new OpenMessage.Response(
                                RandomMessages.session(), RandomMessages.description()),
                OpenMessage.Response::new);
        message(ShardView.class, RandomMessages::view, ShardView::new);
        message(ShardDescription.class, RandomMessages::description, ShardDescription::new);
        message(
                SessionMessage.class,
                () -> new SessionMessage(RandomMessages.indices(), RandomMessages.session()),
                SessionMessage::new);
        message(WalkMessage.class, ShardWireTests::walk, WalkMessage::new);
        message(
                WalkMessage.Response.class,
                () -> new WalkMessage.Response(
                        new BandBlock(
                                RandomMessages.number(),
                                RandomMessages.position(),
                                randomByteArrayOfLength(between(0, 99)))),
                WalkMessage.Response::new);
        message(
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
                NamesResponse.class,
                () -> new NamesResponse(randomList(0, 20, RandomMessages::name)),
                NamesResponse::new);
    }

    private static WalkMessage walk() {
        return new WalkMessage(
                RandomMessages.indices(),
                RandomMessages.session(),
                RandomMessages.position(),
                new WalkOptions(between(1, 2), between(1, 1 << 30), between(1, 1 << 30)));
    }
}
