package org.nearduplicate.elasticsearch.lookup;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.transport.TransportResponse;
import org.nearduplicate.elasticsearch.field.WrittenScheme;
import org.nearduplicate.elasticsearch.shards.ShardTarget;
import org.nearduplicate.elasticsearch.shards.ViewMessage;
import org.nearduplicate.lucene.Verify;
import org.nearduplicate.sketch.Scheme;

/** Asks a shard for the near duplicates of texts. */
final class LookupMessage extends ViewMessage {

    private final String field;
    private final Scheme scheme;
    private final Verify verify;
    private final List<SoughtText> texts;

    /**
     * @param field the field
     * @param scheme that by which the texts are sketched
     * @param verify how candidates are verified, or null for exactly where that is possible
     */
    LookupMessage(
            ShardTarget target, String field, Scheme scheme, Verify verify,
            List<SoughtText> texts) {
        super(target);
        this.field = field;
        this.scheme = scheme;
        this.verify = verify;
        this.texts = texts;
    }

    LookupMessage(StreamInput in) throws IOException {
        super(in);
        this.field = in.readString();
        this.scheme = new WrittenScheme(in).scheme();
        this.verify = in.readOptionalEnum(Verify.class);
        this.texts = in.readCollectionAsList(text -> SoughtText.read(scheme, text));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeString(field);
        new WrittenScheme(scheme).writeTo(out);
        out.writeOptionalEnum(verify);
        out.writeCollection(texts, (to, text) -> text.writeTo(to));
    }

    String field() {
        return field;
    }

    Scheme scheme() {
        return scheme;
    }

    Verify verify() {
        return verify;
    }

    List<SoughtText> texts() {
        return texts;
    }

    /**
     * A document of the shard.
     *
     * @param id its {@code _id}
     * @param similarity its similarity to the text that it was found for
     */
    record Found(String id, float similarity) implements Writeable {

        Found(StreamInput in) throws IOException {
            this(in.readString(), in.readFloat());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(id);
            out.writeFloat(similarity);
        }
    }

    /** The near duplicates of each text, most similar first. */
    static final class Response extends TransportResponse {

        private final Verify verify;
        private final List<List<Found>> found;

        /**
         * @param verify how candidates were verified
         */
        Response(Verify verify, List<List<Found>> found) {
            this.verify = verify;
            this.found = found;
        }

        Response(StreamInput in) throws IOException {
            this.verify = in.readEnum(Verify.class);
            this.found =
                    in.readCollectionAsList(text -> text.readCollectionAsList(Found::new));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeEnum(verify);
            out.writeCollection(found, StreamOutput::writeCollection);
        }

        Verify verify() {
            return verify;
        }

        List<List<Found>> found() {
            return found;
        }
    }
}
