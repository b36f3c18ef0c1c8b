package org.nearduplicate.elasticsearch.groups;

import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;

/** How far a request for groups is, and the pieces that other nodes do of it, as they travel. */
public class GroupsWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(GroupsStatus.class, RandomGroups::status, GroupsStatus::new);
        message(Piece.class, RandomPieces::piece, Piece::new);
        message(
                RunIndex.class, RandomPieces::written, RunIndex::new);
        call(PieceCalls.LINK, RandomPieces::piece, RandomPieces::range, RandomPieces::links);
        call(PieceCalls.PARTS, RandomPieces::piece, RandomPieces::parts, RandomPieces::found);
    }
}
