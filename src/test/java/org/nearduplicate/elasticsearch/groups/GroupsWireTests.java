package org.nearduplicate.elasticsearch.groups;

import java.util.function.Supplier;
import org.junit.Before;
import org.nearduplicate.elasticsearch.WireTestCase;
import org.nearduplicate.elasticsearch.shards.Call;

/** How far a request for groups is, and the pieces that other nodes do of it, as they travel. */
public class GroupsWireTests extends WireTestCase {

    @Before
    public void messages() {
        versioned(GroupsStatus.class, RandomGroups::status, GroupsStatus::new);
        message(Piece.class, RandomPieces::piece, Piece::new);
        message(
                RunIndex.class, RandomPieces::written, RunIndex::new);
        call(PieceCalls.LINK, RandomPieces::range, RandomPieces::links);
        call(PieceCalls.PARTS, RandomPieces::parts, RandomPieces::found);
    }

    private <Q, A> void call(Call<Q, A> call, Supplier<Q> question, Supplier<A> answer) {
        call(
                call, () -> new PieceMessage<>(call, RandomPieces.piece(), question.get()),
                in -> new PieceMessage<>(call, in), answer);
    }
}
