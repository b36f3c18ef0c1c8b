package org.nearduplicate.elasticsearch.groups;

import java.io.IOException;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.nearduplicate.elasticsearch.shards.Call;
import org.nearduplicate.elasticsearch.shards.JobMessage;

/** Asks a node to do a piece of a run, of all of whose indices it has the names. */
final class PieceMessage<Q> extends JobMessage {

    private final Call<Q, ?> call;
    private final Piece piece;
    private final Q question;

    PieceMessage(Call<Q, ?> call, Piece piece, Q question) {
        this.call = call;
        this.piece = piece;
        this.question = question;
    }

    PieceMessage(Call<Q, ?> call, StreamInput in) throws IOException {
        super(in);
        this.call = call;
        this.piece = new Piece(in);
        this.question = call.question().reader().read(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        piece.writeTo(out);
        call.question().writer().write(out, question);
    }

    Piece piece() {
        return piece;
    }

    Q question() {
        return question;
    }

    @Override
    public String[] indices() {
        return piece.shards().indices();
    }

    @Override
    public IndicesOptions indicesOptions() {
        return piece.shards().indicesOptions();
    }
}
