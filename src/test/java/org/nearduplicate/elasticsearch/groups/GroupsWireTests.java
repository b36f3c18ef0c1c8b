package org.nearduplicate.elasticsearch.groups;

import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.shards.RandomMessages;

/** How far a request for groups is, and the pieces that other nodes do of it, as they travel. */
public class GroupsWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(GroupsStatus.class, RandomGroups::status, GroupsStatus::new);
        versioned(
                LinkMessage.class,
                () -> new LinkMessage(
                        RandomMessages.handles(), RandomPieces.options(), RandomPieces.range()),
                LinkMessage::new);
        message(
                LinkMessage.Response.class,
                () -> new LinkMessage.Response(RandomPieces.links()), LinkMessage.Response::new);
        versioned(
                PartsMessage.class,
                () -> new PartsMessage(
                        RandomMessages.handles(), RandomPieces.options(),
                        randomList(0, 5, RandomMessages::documents), RandomPieces.blocks(),
                        RandomPieces.wanted()),
                PartsMessage::new);
        message(PartsMessage.Wanted.class, RandomPieces::wanted, PartsMessage.Wanted::new);
        message(
                GroupsResponse.Written.class, RandomPieces::written, GroupsResponse.Written::new);
        message(
                PartsMessage.Response.class,
                () -> new PartsMessage.Response(RandomPieces.found()), PartsMessage.Response::new);
    }
}
